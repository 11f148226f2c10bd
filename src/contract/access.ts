import * as z from 'zod/mini';
import { GRANTABLE_CODES } from '../domain/administration.ts';
import { TOKEN_DAYS_MOST } from '../domain/apiToken.ts';
import { authenticatorSaid, passkeyOptions, signInWithPasskey } from './session.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { country, INT4_MOST, lineText } from './common.ts';

/** What a person can see and manage about their own access: sessions, sign-in history, and API tokens for scripts. */

const common = { permission: 'signedIn', offline: 'network' } as const;
const BASE = '/v2/ops/access';
const id = z.int().check(z.positive(), z.maximum(INT4_MOST));

/** How a person signed in. */
export const WAYS = ['password', 'oidc', 'token'] as const;

/** The outcome of a sign-in attempt: success, or the reason it was refused. */
export const SIGN_IN_OUTCOMES = [
  'in',
  'wrongPassword',
  'disabled',
  'tooMany',
  'expired',
  'taken',
  'wrongPasskey',
] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

const session = z.object({
  id: z.int(),
  /** Whether this session made the current call. */
  current: z.boolean(),
  agent: z.string(),
  /** The network address from which the person signed in; empty if it was not stored. */
  address: z.string(),
  way: z.string(),
  /** The start of the session, in epoch seconds. */
  since: z.int(),
  seenAt: z.int(),
});
export type OwnSession = z.output<typeof session>;

const signIn = z.object({
  id: z.int(),
  /** Epoch seconds of the first and last occurrence, and how often it occurred. */
  at: z.int(),
  lastAt: z.int(),
  count: z.int(),
  way: z.string(),
  outcome: z.string(),
  address: z.string(),
  agent: z.string(),
  /** The name of the API token that was used. */
  detail: z.string(),
});
export type SignIn = z.output<typeof signIn>;

const token = z.object({
  id: z.int(),
  name: z.string(),
  codes: z.array(z.string()),
  entities: z.array(country),
  createdAt: z.int(),
  expiresAt: z.int(),
  /** When the token was last used, in epoch seconds; null if it has never been used. */
  seenAt: z.nullable(z.int()),
  seenAddress: z.string(),
});
export type ApiToken = z.output<typeof token>;

export const getAccess = defineCall({
  ...common,
  id: 'access.get',
  method: 'GET',
  path: BASE,
  input: z.object({}),
  output: z.object({
    sessions: z.array(session),
    tokens: z.array(token),
    /** The permission codes that the person may grant to a token, by country. */
    rights: z.array(z.object({ entity: country, codes: z.array(z.string()) })),
  }),
  summary: "Returns the person's own sessions and API tokens",
});

export const listSignIns = defineCall({
  ...common,
  id: 'access.signIns',
  method: 'GET',
  path: `${BASE}/sign-ins`,
  input: z.object({}),
  output: z.object({ list: z.array(signIn) }),
  summary: 'Lists the newest 200 sign-ins of the person, including refused ones',
});

export const endOwnSessions = defineCall({
  ...common,
  id: 'access.endSessions',
  method: 'POST',
  path: `${BASE}/sessions/end`,
  input: z.object({ id: z.optional(id) }),
  output: z.object({ ended: z.int() }),
  summary: "Ends one of the person's own sessions; without an id, all except the calling one",
});

export const createToken = defineCall({
  ...common,
  id: 'access.createToken',
  method: 'POST',
  path: `${BASE}/tokens/create`,
  input: z.object({
    name: lineText(100, 1),
    codes: z.array(z.enum(GRANTABLE_CODES as [string, ...string[]])).check(z.minLength(1), z.maxLength(200)),
    entities: z.array(country).check(z.minLength(1), z.maxLength(8)),
    /** The number of days for which the token is valid. */
    days: z.int().check(z.minimum(1), z.maximum(TOKEN_DAYS_MOST)),
  }),
  output: z.object({ token: z.string(), created: token }),
  summary: "Creates an API token with some of the person's rights; it is shown once",
});

export const revokeToken = defineCall({
  ...common,
  id: 'access.revokeToken',
  method: 'POST',
  path: `${BASE}/tokens/revoke`,
  input: z.object({ id }),
  output: z.null(),
  summary: "Revokes one of the person's own API tokens immediately",
});

const passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.int(),
  /** When the passkey was last used, in epoch seconds; null if it has never been used. */
  usedAt: z.nullable(z.int()),
});
export type Passkey = z.output<typeof passkey>;

export const listPasskeys = defineCall({
  ...common,
  id: 'access.passkeys',
  method: 'GET',
  path: `${BASE}/passkeys`,
  input: z.object({}),
  output: z.object({ list: z.array(passkey) }),
  summary: "Lists the administrator's own passkeys",
});

export const beginPasskey = defineCall({
  ...common,
  id: 'access.beginPasskey',
  method: 'POST',
  path: `${BASE}/passkeys/begin`,
  input: z.object({}),
  output: z.object({ options: z.string() }),
  summary: "Returns the options with which the browser's authenticator creates a passkey, as a JSON string (WebAuthn)",
});

export const addPasskey = defineCall({
  ...common,
  id: 'access.addPasskey',
  method: 'POST',
  path: `${BASE}/passkeys/add`,
  input: z.object({ name: lineText(100, 1), response: authenticatorSaid }),
  output: passkey,
  summary: 'Stores a passkey that the authenticator created; signing in requires it from now on',
});

export const renamePasskey = defineCall({
  ...common,
  id: 'access.renamePasskey',
  method: 'POST',
  path: `${BASE}/passkeys/rename`,
  input: z.object({ id, name: lineText(100, 1) }),
  output: passkey,
  summary: "Renames one of the administrator's own passkeys",
});

export const removePasskey = defineCall({
  ...common,
  id: 'access.removePasskey',
  method: 'POST',
  path: `${BASE}/passkeys/remove`,
  input: z.object({ id }),
  output: z.null(),
  summary: "Removes one of the administrator's own passkeys",
});

export const ACCESS_CALLS = [
  getAccess,
  listSignIns,
  endOwnSessions,
  createToken,
  revokeToken,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  passkeyOptions,
  signInWithPasskey,
] as unknown as readonly CallDefinition[];

/**
 * Calls without a permission code that a script may make. Each of them checks permissions itself or returns only public
 * data.
 */
const FOR_SCRIPTS: ReadonlySet<string> = new Set([
  'session.get',
  'session.whitelist',
  'session.menu',
  'channels.list',
  'channels.flag',
  'channels.names',
  'channels.ids',
  'threePls.list',
  'locations.children',
  'locations.countryChildren',
  'locations.single',
  'locations.subtree',
  'templates.download',
  'audit.list',
  'audit.record',
  'audit.export',
  'feed.changes',
  'feed.segments',
  'feed.segment',
  'feed.sets',
  'files.upload',
  'files.download',
  'imports.get',
  'imports.rows',
  'imports.revert',
  'preflight.check',
  'writes.send',
]);

/**
 * Whether a call may be made with an API token: any call with a permission code, and the calls listed above. Calls
 * about a person's own data (sessions, tokens, views, preferences) and administration calls are not available to
 * tokens.
 */
export const isForScripts = ({ id: call, permission }: Pick<CallDefinition, 'id' | 'permission'>): boolean =>
  !['public', 'session', 'signedIn'].includes(permission) || FOR_SCRIPTS.has(call) || call.endsWith('.bulk');
