import * as z from 'zod/mini';
import { STATUS } from '../domain/permission.ts';
import { defineCall, type CallDefinition } from './call.ts';

/** Uploading and downloading files (console spec 7; UPLOAD-6, UPLOAD-11, UPLOAD-12). */

/** A file must be smaller than this size in bytes. */
export const FILE_LIMIT = 30 * 1024 * 1024;
/** The maximum length of a file's name with its extension, as stored and as used in URLs and downloads. */
export const FILE_NAME_MOST = 120;
/** The message for a file that is too large (UPLOAD-6). */
export const FILE_TOO_LARGE = 'File size must be less than 30M';

/**
 * Resumable uploads by the tus protocol 1.0.0 (not envelope calls): POST creates an upload, with `Upload-Length` and
 * the metadata `filename` and, for an import that waited on a device, `call`, the id of the call that will use the file,
 * `deletes` ("true" if a bulk change deletes its records), and the Idempotency-Key of that call; HEAD returns its progress, PATCH continues it, DELETE cancels it. `Location` is
 * `UPLOADS_PATH/{id}` preceded by /api; an import call accepts that URL or the file's own,
 * `/api/v2/ops/files/{id}/{name}`. The header x-ops-entity specifies the entity on creation. Only its creator may
 * continue an upload, which expires after 24 hours. The body of an error response is an envelope: 413 if the file is
 * too large, 415 if it is not a spreadsheet, 403 without the permission to import.
 */
export const UPLOADS_PATH = '/v2/ops/uploads';

/**
 * Whether a bulk change deletes its records, or sets the status that counts as deleted in the log.
 * @param set the new values of the records, or null if they are deleted
 */
export const deletesRecords = (set: unknown): boolean =>
  set === null || (typeof set === 'object' && 'status' in set && Number(set.status) === STATUS.disabled);

/** A file as it appears in import calls and in the log. */
export const fileInfo = z.object({
  /** Path below the origin: /api/v2/ops/files/{id}/{name}. */
  url: z.string(),
  name: z.string(),
  /** The size of the file in bytes. */
  size: z.int(),
});

/** The business key of the console's uploads (UPLOAD-11, G9). */
export const UPLOAD_BUSINESS = 'ssc-ops';

/**
 * The specification's upload service: multipart/form-data with the fields `file` (once) and `business`. The input here
 * contains only the business key, which may also be in the query.
 */
export const uploadFile = defineCall({
  id: 'files.upload',
  method: 'POST',
  path: '/v2/sls/forward/file',
  input: z.object({ business: z.optional(z.string().check(z.maxLength(200))) }),
  output: fileInfo,
  permission: 'signedIn',
  offline: 'network',
  summary: 'Uploads one file as multipart/form-data: `file`, `business` (UPLOAD-11, G9)',
});

/** Returns the file instead of an envelope. */
export const downloadFile = defineCall({
  id: 'files.download',
  method: 'GET',
  path: '/v2/ops/files/{id}/{name}',
  input: z.object({
    id: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'must be a file id: 32 digits and letters from a to f')),
    name: z.string().check(z.maxLength(300)),
  }),
  output: z.never(),
  permission: 'signedIn',
  offline: 'network',
  summary:
    'Returns an uploaded file, or the details of an import’s errors, for its uploader and anyone who may read the imported records',
});

export const FILE_CALLS = [uploadFile, downloadFile] as unknown as readonly CallDefinition[];
