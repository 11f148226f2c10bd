import * as z from 'zod/mini';
import { defineCall, type CallDefinition } from './call.ts';
import { country, INT4_MOST } from './common.ts';

/**
 * The mapping of an identity provider's groups to roles, and the token with which the provider provisions users (SCIM).
 * Only System Admins may use these calls.
 */

const common = { permission: 'signedIn', offline: 'network' } as const;
const BASE = '/v2/ops/scim';
const id = z.int().check(z.positive(), z.maximum(INT4_MOST));

const state = z.object({
  /** Whether a token exists, and when it was created (epoch seconds). */
  since: z.nullable(z.int()),
  /** The number of users provisioned by a provider. */
  users: z.int(),
  groups: z.array(z.object({ id: z.int(), name: z.string(), members: z.int(), roleIds: z.array(z.int()) })),
  /** All roles to which a group can be mapped. */
  roles: z.array(z.object({ id: z.int(), name: z.string(), entity: country })),
});

export const getScim = defineCall({
  ...common,
  id: 'scim.state',
  method: 'GET',
  path: BASE,
  input: z.object({}),
  output: state,
  summary: 'Returns whether an identity provider may provision users, and the roles of its groups',
});

export const setScimToken = defineCall({
  ...common,
  id: 'scim.token',
  method: 'POST',
  path: `${BASE}/token`,
  input: z.object({ on: z.boolean() }),
  output: z.object({ token: z.nullable(z.string()) }),
  summary: 'Creates a new token for the identity provider, which is shown once, or revokes the current one',
});

export const setGroupRoles = defineCall({
  ...common,
  id: 'scim.groupRoles',
  method: 'POST',
  path: `${BASE}/groups`,
  input: z.object({
    id,
    roleIds: z.array(id).check(z.maxLength(200)),
    /** The roles that the caller read; if the group has others now, the call is refused. */
    was: z.optional(z.array(id).check(z.maxLength(200))),
  }),
  output: z.null(),
  summary: 'Sets the roles that the members of a group of the identity provider have',
});

export const SCIM_CALLS = [getScim, setScimToken, setGroupRoles] as unknown as readonly CallDefinition[];
