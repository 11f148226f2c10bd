import type { FastifyInstance, FastifyReply } from 'fastify';
import { SCIM_SCHEMA } from '../../../domain/scim/scim.ts';

/** Describes how this server supports SCIM: features, resources and their attributes (RFC 7643, sections 5 to 7). */

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const attribute = (name: string, type: string, more: Record<string, unknown> = {}) => ({
  name,
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const SCHEMAS = [
  {
    schemas: [`${CORE}:Schema`],
    id: SCIM_SCHEMA.user,
    name: 'User',
    attributes: [
      attribute('userName', 'string', { required: true, uniqueness: 'server', mutability: 'immutable' }),
      attribute('externalId', 'string', { caseExact: true }),
      attribute('displayName', 'string'),
      attribute('name', 'complex', {
        subAttributes: ['formatted', 'givenName', 'familyName'].map(part => attribute(part, 'string')),
      }),
      attribute('active', 'boolean'),
      attribute('emails', 'complex', {
        multiValued: true,
        mutability: 'readOnly',
        subAttributes: [attribute('value', 'string')],
      }),
      attribute('groups', 'complex', {
        multiValued: true,
        mutability: 'readOnly',
        subAttributes: [attribute('value', 'string')],
      }),
    ],
  },
  {
    schemas: [`${CORE}:Schema`],
    id: SCIM_SCHEMA.group,
    name: 'Group',
    attributes: [
      attribute('displayName', 'string', { required: true, uniqueness: 'server' }),
      attribute('externalId', 'string', { caseExact: true }),
      attribute('members', 'complex', { multiValued: true, subAttributes: [attribute('value', 'string')] }),
    ],
  },
];

const TYPES = [
  { schemas: [`${CORE}:ResourceType`], id: 'User', name: 'User', endpoint: '/Users', schema: SCIM_SCHEMA.user },
  { schemas: [`${CORE}:ResourceType`], id: 'Group', name: 'Group', endpoint: '/Groups', schema: SCIM_SCHEMA.group },
];

const CONFIG = {
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that a System Admin creates in the console',
      primary: true,
    },
  ],
};

/** Registers ServiceProviderConfig, Schemas and ResourceTypes. */
export function describeScim(
  scim: FastifyInstance,
  send: (reply: FastifyReply, status: number, body: unknown) => FastifyReply,
): void {
  const listed = (all: readonly { id: string }[]) => ({
    schemas: [SCIM_SCHEMA.list],
    totalResults: all.length,
    startIndex: 1,
    itemsPerPage: all.length,
    Resources: all,
  });
  scim.get('/ServiceProviderConfig', async (_request, reply) => send(reply, 200, CONFIG));
  for (const [path, all] of [
    ['/Schemas', SCHEMAS],
    ['/ResourceTypes', TYPES],
  ] as const) {
    scim.get(path, async (_request, reply) => send(reply, 200, listed(all)));
    scim.get(`${path}/:id`, async (request, reply) => {
      const one = all.find(({ id }) => id === (request.params as { id: string }).id);
      return one
        ? send(reply, 200, one)
        : send(reply, 404, {
            schemas: [SCIM_SCHEMA.error],
            status: '404',
            detail: `There is no such entry in ${path.slice(1)}.`,
          });
    });
  }
}
