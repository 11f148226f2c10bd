import type { IncomingMessage } from 'node:http';
import { Server, type ServerOptions } from '@tus/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FILE_LIMIT, FILE_TOO_LARGE, UPLOADS_PATH } from '../../../contract/files.ts';
import type { Country } from '../../../domain/country.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import { safeFileName } from '../../files/names.ts';
import { addUpload, completeFile, findFile, forgetFile, newFileId } from '../../files/records.ts';
import { entityOfRequest, idempotencyKeyOf, requirePerson } from '../../http/call.ts';
import { cutOff } from '../../http/cutOff.ts';
import { tellRefusal } from '../../http/tellRefusal.ts';
import { refusedUpload } from '../../imports/refused.ts';
import { ApiError, badRequest, notFound } from '../../base/envelope.ts';
import { DISK_FULL_TEXT, toApiError } from '../../base/errors.ts';
import { entityOfUpload } from './rights.ts';

const PATH = `/api${UPLOADS_PATH}`;

/** Reads a value from the metadata of an upload, which consists of names and base64 values separated by commas. */
function metadataOf({ headers }: FastifyRequest, wanted: string): string | undefined {
  const words = String(headers['upload-metadata'] ?? '')
    .split(',')
    .map(part => part.trim().split(' '));
  const value = words.find(([name]) => name === wanted)?.[1];
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
}

type TusRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0];

/**
 * Resumable uploads (contract/files). The tus server handles the protocol, while permissions, names, sizes and types
 * are checked here. Session, permission and origin have been checked before in fastify.
 */
export function tusRoutes(app: FastifyInstance, context: ServerContext): void {
  const callers = new WeakMap<IncomingMessage, { person: Person; entity: Country }>();
  const callerOf = (request: TusRequest): { person: Person; entity: Country } => {
    const raw = request.runtime?.node?.req as IncomingMessage | undefined;
    const caller = raw && callers.get(raw);
    if (!caller) throw new Error('an upload request without a caller');
    return caller;
  };

  const tus = new EnvelopeServer({
    path: PATH,
    datastore: context.files.uploads,
    maxSize: FILE_LIMIT - 1,
    relativeLocation: true,
    // Responses do not grant access to other origins.
    allowedOrigins: () => false,
    namingFunction: newFileId,
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return;
      const file = await findFile(context.database.pool, id);
      if (file?.userId !== callerOf(request).person.userId) {
        throw notFound('There is no such upload. Choose the file again.');
      }
      // An import may be using the file, and the log links to it. Files that no import uses are removed by
      // housekeeping.
      if (request.method === 'DELETE' && file.complete) {
        throw new ApiError(
          409,
          'This upload is finished and can no longer be canceled. Unused files are removed after seven days.',
        );
      }
    },
    onUploadCreate: async (request, upload) => {
      const { person, entity } = callerOf(request);
      if (upload.size === undefined) throw badRequest('Upload-Length: is required');
      if (upload.size === 0) throw badRequest('The file is empty: it has no bytes. Choose another file.');
      const name = safeFileName(upload.metadata?.['filename'] ?? '');
      await addUpload(context, { id: upload.id, name, size: upload.size, entity, userId: person.userId });
      return {};
    },
    onUploadFinish: async (_, upload) => {
      const file = await findFile(context.database.pool, upload.id);
      if (file && !file.complete) await completeFile(context, file);
      return {};
    },
    onResponseError: async (request, error) => {
      const failed = asApiError(error, Number(request.headers.get('upload-length') ?? 0));
      const isFull = failed.status >= 500 && (await context.files.isFull().catch(() => false));
      const answer = isFull ? new ApiError(507, DISK_FULL_TEXT, { retryAfterSeconds: 60 }) : failed;
      if (answer.status >= 500) app.log.error({ err: error }, answer.message);
      return { status_code: answer.status, body: JSON.stringify(answer.envelope) };
    },
  });
  tus.on('POST_TERMINATE', (_request: unknown, _response: unknown, id: string) => {
    forgetFile(context, id).catch((error: Error) => app.log.warn({ err: error }, 'A canceled upload was not removed'));
  });

  /** The entity of a new upload. If a person may not upload any more, the import that waited on the device is refused. */
  const entityOfNew = (person: Person, request: FastifyRequest): Promise<Country> => {
    const { declared } = context;
    const refused = () =>
      refusedUpload(declared.resources, {
        callId: metadataOf(request, 'call') ?? '',
        file: safeFileName(metadataOf(request, 'filename') ?? ''),
        deletes: metadataOf(request, 'deletes') === 'true',
      });
    return tellRefusal({ context, person, request, key: idempotencyKeyOf(request) }, refused, async () =>
      entityOfUpload(declared, person, request, metadataOf(request, 'business')),
    );
  };

  app.register((scope, _options, done) => {
    // The body is not parsed, because the tus server reads its bytes as they arrive.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, parsed) => parsed(null));
    for (const url of [PATH, `${PATH}/:id`]) {
      scope.route({
        method: url === PATH ? ['POST'] : ['HEAD', 'PATCH', 'DELETE'],
        url,
        config: { limit: 'upload' },
        handler: async (request, reply) => {
          const person = await requirePerson(context, request, 'signedIn', true);
          const entity = url === PATH ? await entityOfNew(person, request) : entityOfRequest(person, request);
          callers.set(request.raw, { person, entity });
          reply.hijack();
          for (const [name, value] of Object.entries(reply.getHeaders())) {
            if (value !== undefined) reply.raw.setHeader(name, value);
          }
          reply.raw.setHeader('cache-control', 'no-store');
          await tus.handle(request.raw, reply.raw);
          cutOff(request.raw, reply.raw, FILE_LIMIT);
        },
      });
    }
    done();
  });
}

/** Sends every error in our envelope, including errors found by the protocol's own checks. */
class EnvelopeServer extends Server {
  override write(...[context, headers, status, body = '']: Parameters<Server['write']>): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body);
    headers.set('content-type', 'application/json; charset=utf-8');
    const text = body.startsWith('{') ? body : JSON.stringify(new ApiError(status, sentenceOf(body)).envelope);
    return super.write(context, headers, status, text);
  }
}

/** The library's message about a header, which is meant for the author of the client program. */
const sentenceOf = (said: string): string =>
  `${said.trim() || 'The upload was refused'}. See the tus protocol 1.0.0 for the headers of an upload.`;

/** @param declared the size of a new upload in bytes; 0 if the request continues an upload */
function asApiError(error: Error | { status_code: number; body: string }, declared: number): ApiError {
  if (!('status_code' in error)) return toApiError(error);
  if (error.status_code === 413) {
    return declared >= FILE_LIMIT
      ? new ApiError(413, FILE_TOO_LARGE)
      : new ApiError(413, 'More bytes were sent than Upload-Length declared. Start the upload again.');
  }
  // The request uses an extension of the protocol that is not supported, so the server is not at fault.
  if (error.status_code === 501) {
    return badRequest(
      'This server does not join uploads (Upload-Concat). Send each file as one upload with Upload-Length.',
    );
  }
  if (error.status_code >= 500) return new ApiError(error.status_code, 'Server error.');
  return new ApiError(error.status_code, sentenceOf(error.body));
}
