import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { FILE_LIMIT, FILE_TOO_LARGE } from '../../../contract/files.ts';
import { safeFileName } from '../../files/names.ts';
import { ApiError, badRequest } from '../../base/envelope.ts';

/** Maximum size of a form in bytes, including its file and the parts around the file. */
export const FORM_LIMIT = FILE_LIMIT + 65_536;

/** The contents of a form, apart from the bytes of its file. */
export interface FormFile {
  name: string;
  size: number;
  /** The business key, as it was sent. */
  business: unknown;
}

const tooLarge = (): ApiError => new ApiError(413, FILE_TOO_LARGE);

/** The declared size of a form's body in bytes; the maximum size if none is declared. */
export const declaredSize = (request: FastifyRequest): number =>
  Math.min(Number(request.headers['content-length'] ?? FILE_LIMIT), FILE_LIMIT);

/**
 * Reads a form with one file and passes on the file's bytes as they arrive. Stops when the form exceeds its maximum
 * size.
 * @param store stores the file's bytes
 * @returns `form`, which rejects with an ApiError (400, 413, 415) at the first problem, and `ended`, which resolves
 *   once nothing more is written to the store
 */
export function readForm(
  request: FastifyRequest,
  store: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): { form: Promise<FormFile>; ended: Promise<void> } {
  if (!request.isMultipart()) {
    const refused = Promise.reject(new ApiError(415, 'The body must be multipart/form-data with the field "file".'));
    return { form: refused, ended: Promise.resolve() };
  }
  let current: MultipartFile['file'] | null = null;
  const parts = readParts(request, store, file => (current = file));
  const over = new Promise<never>((_, reject) => {
    let total = Number(request.headers['content-length'] ?? 0) > FORM_LIMIT ? Infinity : 0;
    const count = (bytes: number): void => {
      total += bytes;
      if (total <= FORM_LIMIT) return;
      request.raw.off('data', listen);
      reject(tooLarge());
      current?.destroy(tooLarge());
    };
    const listen = (chunk: Buffer): void => count(chunk.length);
    request.raw.on('data', listen);
    count(0);
  });
  return { form: Promise.race([parts, over]), ended: parts.then(nothing, nothing) };
}

const nothing = (): void => undefined;

async function readParts(
  request: FastifyRequest,
  store: (bytes: AsyncIterable<Buffer>) => Promise<void>,
  onFile: (file: MultipartFile['file']) => void,
): Promise<FormFile> {
  let name = '';
  let size = -1;
  /** Set if the store failed although the form itself was valid. */
  let failed: unknown;
  let { business } = request.query as { business?: unknown };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'business') business = part.value;
        continue;
      }
      onFile(part.file);
      if (part.fieldname !== 'file') {
        part.file.resume();
        continue;
      }
      name = safeFileName(part.filename);
      size = 0;
      let isWhole = true;
      const bytes = async function* (): AsyncGenerator<Buffer> {
        try {
          for await (const chunk of part.file as AsyncIterable<Buffer>) {
            size += chunk.length;
            yield chunk;
          }
          if (part.file.truncated) throw tooLarge();
        } catch (error) {
          isWhole = false;
          throw error;
        }
      };
      await store(bytes()).catch((error: unknown) => {
        if (isWhole) failed = error;
        throw error;
      });
    }
  } catch (error) {
    if (error instanceof ApiError || error === failed) throw error;
    if ((error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge();
    throw badRequest('The form is not valid multipart/form-data with one file.');
  }
  if (size < 0) throw badRequest('file: is required');
  if (size === 0) throw badRequest('The file is empty: it has no bytes. Choose another file.');
  return { name, size, business };
}
