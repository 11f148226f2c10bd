import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { importCallOf, resourceImport } from '../../../contract/imports/calls.ts';
import { RATE_FILES } from '../../../contract/rateImports/resources.ts';
import { downloadFile, FILE_LIMIT, uploadFile } from '../../../contract/files.ts';
import type { ServerContext } from '../../context.ts';
import { attachment } from '../../files/names.ts';
import { addUpload, completeFile, fileUrl, forgetFile, newFileId, readableFile } from '../../files/records.ts';
import { entityOfRequest, idempotencyKeyOf, pathsOf, requirePerson } from '../../http/call.ts';
import { cutOff } from '../../http/cutOff.ts';
import { tellRefusal } from '../../http/tellRefusal.ts';
import { refusedImport } from '../../imports/refused.ts';
import { okText } from '../../base/envelope.ts';
import { registerRaw } from '../../http/registrar.ts';
import { entityOfUpload, requireUploadSomewhere } from './rights.ts';
import { declaredSize, FORM_LIMIT, readForm } from './form.ts';
import { tusRoutes } from './tus.ts';

/** Registers the upload service of the specification, as well as resumable uploads and downloads (UPLOAD-11). */
export function fileRoutes(app: FastifyInstance, context: ServerContext): void {
  tusRoutes(app, context);

  // Encapsulated, so that no other route parses what a plain form on another site can send. Cross-site requests are
  // refused before, as everywhere (http/security).
  app.register(async scope => {
    await scope.register(multipart, {
      limits: { fileSize: FILE_LIMIT - 1, files: 1, fields: 10, fieldSize: 1000, parts: 11 },
    });
    for (const resource of context.declared.resources) {
      const importing = 'import' in resource.calls ? resourceImport(resource) : undefined;
      // The same path accepts both a form and JSON; the content type of the request determines which route handles it
      // (app.ts).
      if (importing) for (const url of pathsOf(importing)) formImport(scope, context, url, resource.id);
    }
    for (const { resource } of RATE_FILES) {
      for (const url of pathsOf(importCallOf(resource))) formImport(scope, context, url, resource.id);
    }
    for (const url of pathsOf(uploadFile)) {
      scope.route({
        method: 'POST',
        url,
        config: { limit: 'upload' },
        bodyLimit: FORM_LIMIT,
        handler: async (request, reply) => {
          const { name, size, id } = await takeForm(context, request).catch((error: unknown) => {
            cutOff(request.raw, reply.raw, FORM_LIMIT);
            throw error;
          });
          return reply
            .header('cache-control', 'no-store')
            .type('application/json; charset=utf-8')
            .send(okText({ url: fileUrl({ id, name }), name, size }));
        },
      });
    }
  });

  registerRaw(app, context, downloadFile, async ({ person, reply }, { id }) => {
    const file = await readableFile(context, person, id);
    const bytes = await context.files.stream(id);
    return (
      reply
        // The file must never be displayed within the origin of the page, whatever it contains.
        .type('application/octet-stream')
        .header('content-disposition', attachment(file.name))
        .header('content-length', file.size)
        .header('cache-control', 'private, no-store')
        .send(bytes)
    );
  });
}

/**
 * Registers an import whose only file is sent in the call itself, in the `file` field (G11). The file is stored like an
 * upload and then imported by its URL.
 */
function formImport(scope: FastifyInstance, context: ServerContext, url: string, declaration: string): void {
  scope.route({
    method: 'POST',
    url,
    config: { limit: 'upload' },
    bodyLimit: FORM_LIMIT,
    constraints: { form: 'form' },
    handler: async (request, reply) => {
      const person = await requirePerson(context, request, uploadFile.permission, true);
      const arrived = { context, person, request, key: idempotencyKeyOf(request) };
      const refused = () => refusedImport(context.declared.resources, declaration, '');
      const { name, id } = await tellRefusal(arrived, refused, () => takeForm(context, request)).catch(
        (error: unknown) => {
          cutOff(request.raw, reply.raw, FORM_LIMIT);
          throw error;
        },
      );
      const {
        'content-type': _type,
        'content-length': _length,
        'transfer-encoding': _coding,
        ...headers
      } = request.headers;
      const answer = await scope.inject({
        method: 'POST',
        url: request.url,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: { file_url: fileUrl({ id, name }) },
      });
      return reply
        .code(answer.statusCode)
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(answer.rawPayload);
    },
  });
}

/**
 * Stores the file of a form as it arrives. Until it is complete, it counts as an unfinished upload, which housekeeping
 * removes if the process ends.
 */
async function takeForm(
  context: ServerContext,
  request: FastifyRequest,
): Promise<{ id: string; name: string; size: number }> {
  const person = await requirePerson(context, request, uploadFile.permission, true);
  requireUploadSomewhere(context.declared, person, request);
  const id = newFileId();
  const asked = { id, userId: person.userId, entity: entityOfRequest(person, request), name: '' };
  await addUpload(context, { ...asked, size: declaredSize(request) });
  const { form, ended } = readForm(request, bytes => context.files.put(id, bytes));
  try {
    const { name, size, business } = await form;
    const entity = entityOfUpload(context.declared, person, request, business);
    await completeFile(context, { ...asked, entity, name, size, hash: '', complete: false, permission: '' });
    return { id, name, size };
  } catch (error) {
    // Waits until no more bytes of the file are being written.
    void ended
      .then(() => forgetFile(context, id))
      .catch((problem: unknown) => request.log.warn({ err: problem }, 'A refused file was not removed'));
    throw error;
  }
}
