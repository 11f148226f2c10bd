import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { country } from './common.ts';

/** Sign-in, and the person's identity and permissions (shell spec 1, 3, 6). */

export const entityRow = z.object({
  id: z.int(),
  name: z.string(),
  country,
  status: z.int(),
});
export type EntityRow = z.output<typeof entityRow>;

export const sessionInfo = z.object({
  /** The person's permanent key on this installation, after which their local databases are named. */
  userId: z.int(),
  email: z.string(),
  name: z.string(),
  privilege: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  category: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  currentEntity: country,
  entityIds: z.array(z.int()),
  entities: z.array(entityRow),
  /** Permission codes in the current entity (a field of the specification). */
  permissionCodes: z.array(z.string()),
  /** Permission codes by entity, so that switching to another entity works offline. */
  codesByEntity: z.partialRecord(country, z.array(z.string())),
  whitelisted: z.boolean(),
});
export type SessionInfo = z.output<typeof sessionInfo>;

export const login = defineCall({
  id: 'session.login',
  method: 'POST',
  path: '/login',
  input: z.object({
    email: z.string().check(z.minLength(1), z.maxLength(254)),
    password: z.string().check(z.minLength(1), z.maxLength(1000)),
  }),
  output: sessionInfo,
  permission: 'public',
  offline: 'network',
  summary: 'Signs in with e-mail and password; sets the session cookie (G76)',
});

export const logout = defineCall({
  id: 'session.logout',
  method: 'GET',
  path: '/opa/logout',
  input: z.object({ everywhere: z._default(z.boolean(), false) }),
  /** The URL that the browser opens to end the session at the identity provider as well, or null. */
  output: z.nullable(z.object({ endSession: z.string() })),
  permission: 'session',
  offline: 'network',
  summary:
    'Ends this session, or with everywhere=1 every session of the person; a request that follows a link is refused (USER-3)',
});

export const signInWays = defineCall({
  id: 'session.ways',
  method: 'GET',
  path: '/v2/ops/sign-in',
  input: z.object({}),
  output: z.object({ oidc: z.nullable(z.object({ name: z.string() })) }),
  permission: 'public',
  offline: 'network',
  summary: 'Returns how to sign in without a password: the name of the identity provider, if one is configured',
});

/** The retcode if the first sign-in step succeeded, but a second step is required because the person has a passkey. */
export const PASSKEY_NEEDED = 4032;

/** The browser authenticator's response, as a JSON string in WebAuthn format. */
export const authenticatorSaid = z.string().check(z.minLength(2), z.maxLength(20_000));

export const passkeyOptions = defineCall({
  id: 'session.passkeyOptions',
  method: 'POST',
  path: '/v2/ops/sign-in/passkey/options',
  input: z.object({}),
  output: z.object({ options: z.string() }),
  permission: 'public',
  offline: 'network',
  summary: "Returns the options with which the browser's authenticator finishes a sign-in, as a JSON string (WebAuthn)",
});

export const signInWithPasskey = defineCall({
  id: 'session.passkey',
  method: 'POST',
  path: '/v2/ops/sign-in/passkey',
  input: z.object({ response: authenticatorSaid }),
  output: sessionInfo,
  permission: 'public',
  offline: 'network',
  summary: 'Finishes a sign-in with a passkey; sets the session cookie',
});

export const getSession = defineCall({
  id: 'session.get',
  method: 'GET',
  path: '/v2/ops/session',
  input: z.object({}),
  output: sessionInfo,
  permission: 'session',
  offline: 'cached',
  summary:
    'Returns the signed-in person, their entities and permission codes, and whether they are on the whitelist (ENT-1)',
});

export const setCurrentEntity = defineCall({
  id: 'session.setEntity',
  method: 'POST',
  path: '/v2/ops/session/entity',
  input: z.object({ country }),
  output: sessionInfo,
  permission: 'session',
  offline: 'network',
  summary: "Remembers the person's current entity; without a network, the console switches on its own",
});

export const checkWhitelist = defineCall({
  id: 'session.whitelist',
  method: 'GET',
  path: '/v2/ops/whitelist',
  input: z.object({}),
  output: z.object({ allowed: z.boolean() }),
  permission: 'session',
  offline: 'cached',
  summary: 'Returns whether the person is on the whitelist (SHELL-3, G77)',
});

export const menuNode = z.object({
  id: z.int(),
  name: z.string(),
  parentId: z.int(),
  status: z.int(),
  /** The path in the console; empty for a group. */
  path: z.string(),
  /** The icon of a group; empty for entries. */
  icon: z.string(),
  /** The feature code required to see the entry; empty if everyone who is signed in may see it. */
  permission: z.string(),
});
export type MenuNode = z.output<typeof menuNode>;

export const getMenu = defineCall({
  id: 'session.menu',
  method: 'GET',
  path: '/opa/menu',
  input: z.object({}),
  output: z.object({ list: z.array(menuNode) }),
  permission: 'signedIn',
  offline: 'cached',
  summary: 'Lists the modules that the person may see in the entity, linked by parentId (MENU-2, MENU-3, G78)',
});
