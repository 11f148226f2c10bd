import { HEADER } from '../../contract/call.ts';
import { EVENTS_PATH } from '../../contract/feed.ts';
import { uploadFile, UPLOADS_PATH } from '../../contract/files.ts';
import { importsOf, revertImport } from '../../contract/imports/calls.ts';
import { filterAvailable, RECON_CALLS } from '../../contract/recon.ts';
import { matchingOrders, RECON_OWN_CALLS } from '../../contract/reconOwn.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { FORMER_COOKIES } from '../auth/cookies.ts';

/**
 * Parts of the OpenAPI document that the contract's schemas do not contain: other kinds of bodies, headers, and paths
 * that are not calls.
 */

type Json = Record<string, unknown>;

/** Calls whose body is a form. */
export const FORMS: Readonly<Record<string, Json>> = {
  [uploadFile.id]: {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' }, business: { type: 'string', maxLength: 200 } },
  },
};

/** Media types of files that are not spreadsheets. */
export const FILE_TYPES: Readonly<Record<string, string>> = { 'files.download': 'application/octet-stream' };

/** Reconciliation calls that store or request something. */
export const RECON_WRITES = [...RECON_CALLS, ...RECON_OWN_CALLS].filter(
  ({ method, id }) => method !== 'GET' && id !== filterAvailable.id && id !== matchingOrders.id,
);

/** Calls that support an Idempotency-Key, in addition to the contract's writes (OB3). */
export const KEYED: ReadonlySet<string> = new Set([
  ...importsOf(RESOURCES).map(({ call }) => call.id),
  revertImport.id,
  ...RECON_WRITES.map(({ id }) => id),
]);

export const ENTITY_HEADER: Json = {
  name: HEADER.entity,
  in: 'header',
  required: false,
  description: 'Country code of the entity; defaults to the person’s current one.',
  schema: { type: 'string', minLength: 2, maxLength: 2 },
};

export const KEY_HEADER: Json = {
  name: HEADER.idempotencyKey,
  in: 'header',
  required: false,
  description:
    'Makes the call safe to repeat: the same key with the same input returns the first response again, with the header ' +
    'idempotent-replayed, and with outdated: true if the record has been deleted since; with a different input it is refused with 422.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

export const BASED_HEADER: Json = {
  name: HEADER.basedAt,
  in: 'header',
  required: false,
  description:
    'The updatedAt of the row that the write is based on, in epoch seconds. With it, a version whose number exists a second ' +
    'time after old data was put back is recognized as stale (409).',
  schema: { type: 'string', pattern: '^[0-9]{1,12}$' },
};

/** All calls except public ones require the cookie that is set when signing in. */
export const SECURITY_SCHEMES: Json = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: `${FORMER_COOKIES.session}_{installation}`,
    description: 'Set by /api/login; its name ends in an id of the installation',
  },
};
export const SIGNED_IN: Json = { security: [{ session: [] }] };

const REFUSAL = { default: { $ref: '#/components/responses/Refusal' } };
const upload = (summary: string, done: number, description: string): Json => ({
  tags: ['files'],
  summary,
  description: 'Requires the right to import. Resumable uploads by the tus protocol 1.0.0.',
  ...SIGNED_IN,
  responses: { [done]: { description }, ...REFUSAL },
});
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/** Paths that do not return an envelope. */
export const OTHER_PATHS: Record<string, Json> = {
  '/api/login': {
    get: {
      tags: ['session'],
      summary: 'Redirects to the sign-in page, which returns to `redirect`, a path of this site (REQ-5, G76)',
      description: 'Requires no session.',
      parameters: [{ name: 'redirect', in: 'query', required: false, schema: { type: 'string' } }],
      responses: { 302: { description: 'To /login' } },
    },
  },
  [`/api${EVENTS_PATH}`]: {
    get: {
      tags: ['feed'],
      summary: 'Streams the events of an entity: changes, session, version, import and ping, as server-sent events',
      description: 'Requires a session of a person on the whitelist.',
      ...SIGNED_IN,
      parameters: [{ name: 'entity', in: 'query', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'A stream', content: { 'text/event-stream': {} } }, ...REFUSAL },
    },
  },
  [`/api${UPLOADS_PATH}`]: {
    post: upload('Begins an upload', 201, '`Location` is the address for the upload’s further requests'),
  },
  [`/api${UPLOADS_PATH}/{id}`]: {
    parameters: [ID],
    head: upload('Returns the progress of an upload', 200, 'It is in `Upload-Offset`'),
    patch: upload('Continues an upload', 204, 'Received up to `Upload-Offset`'),
    delete: upload('Cancels an upload', 204, 'Canceled'),
  },
};
