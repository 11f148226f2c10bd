import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { downloadFile, FILE_LIMIT, FILE_TOO_LARGE, uploadFile } from '../../../contract/files.ts';
import type { ServerContext } from '../../context.ts';
import { attachment, safeFileName } from '../../files/names.ts';
import { addFile, completeFile, fileUrl, newFileId, readableFile, requireRoom } from '../../files/records.ts';
import { pathsOf, requirePerson } from '../../http/call.ts';
import { ApiError, badRequest, okText } from '../../http/envelope.ts';
import { registerRaw } from '../../http/registrar.ts';
import { entityOfUpload, requireUploadSomewhere } from './rights.ts';
import { tusRoutes } from './tus.ts';

/** Files: the specification's upload service, resumable uploads beside it, and downloads (UPLOAD-11). */
export function fileRoutes(app: FastifyInstance, context: ServerContext): void {
  tusRoutes(app, context);

  // In a scope of its own: no other route reads what a plain form of another site can send. Cross-site requests are
  // refused before, as everywhere (http/security).
  app.register(async scope => {
    await scope.register(multipart, {
      limits: { fileSize: FILE_LIMIT - 1, files: 1, fields: 10, fieldSize: 1000, parts: 11 },
    });
    for (const url of pathsOf(uploadFile)) {
      scope.route({
        method: 'POST',
        url,
        bodyLimit: FILE_LIMIT + 65_536,
        handler: async (request, reply) => {
          const person = await requirePerson(context, request, uploadFile.permission);
          requireUploadSomewhere(person, request);
          await requireRoom(context.database.pool, person.userId, 1);
          const { name, bytes, business } = await formFile(request);
          const entity = entityOfUpload(person, request, business);
          const id = newFileId();
          const file = { id, userId: person.userId, entity, name, size: bytes.length };
          await context.files.put(id, bytes);
          await addFile(context, file);
          await completeFile(context, { ...file, hash: '', complete: false, permission: '' });
          return reply
            .header('cache-control', 'no-store')
            .type('application/json; charset=utf-8')
            .send(okText({ url: fileUrl(file), name, size: bytes.length }));
        },
      });
    }
  });

  registerRaw(app, context, downloadFile, async ({ person, reply }, { id }) => {
    const file = await readableFile(context, person, id);
    const bytes = await context.files.stream(id);
    return (
      reply
        // Never shown in the page's own origin, whatever it holds.
        .type('application/octet-stream')
        .header('content-disposition', attachment(file.name))
        .header('content-length', file.size)
        .header('cache-control', 'private, no-store')
        .send(bytes)
    );
  });
}

/** The one file of a form, and its business key as it was sent. @throws ApiError 400, 413 */
async function formFile(request: FastifyRequest): Promise<{ name: string; bytes: Buffer; business: unknown }> {
  if (!request.isMultipart()) throw new ApiError(415, 'The body must be multipart/form-data with the field "file".');
  let file: { name: string; bytes: Buffer } | null = null;
  let { business } = request.query as { business?: unknown };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'business') business = part.value;
      } else if (part.fieldname === 'file') file = { name: safeFileName(part.filename), bytes: await part.toBuffer() };
      else part.file.resume();
    }
  } catch (error) {
    const { statusCode, code } = error as { statusCode?: number; code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE' || statusCode === 413) throw new ApiError(413, FILE_TOO_LARGE);
    throw badRequest('The form is not valid multipart/form-data with one file.');
  }
  if (!file) throw badRequest('file: is required');
  if (file.bytes.length === 0) throw badRequest('The file is empty: it has no bytes.');
  return { ...file, business };
}
