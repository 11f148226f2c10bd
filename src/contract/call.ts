import * as z from 'zod/mini';
import type { Country } from '../domain/country.ts';
import { oncePer } from '../domain/oncePer.ts';
import { FEATURE } from '../domain/permission.ts';
import { isCachedWhole, type CachedScope, type Scope } from './owner.ts';
import type { Resource } from './resource.ts';
import { RESOURCES, type ResourceCollection } from './resources/all.ts';

/**
 * Version of the calls' schemas as stored in outbox entries (invariant TAB1). Increment it if an entry written by an
 * older build can no longer be sent unchanged, and let sync/outbox upgrade the older entries.
 */
export const CONTRACT_VERSION = 3;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * How the console handles a call while offline.
 * - mirror: served from cached data, never waits for the network
 * - cached: the last response is shown with its age, then refreshed
 * - outbox: accepted immediately, stored durably and sent later (a write)
 * - network: requires the server, and says so when offline
 */
export type OfflinePolicy = 'mirror' | 'cached' | 'outbox' | 'network';

const collectionsWhere = (resources: readonly Resource[], wanted: (scope: Scope) => boolean) =>
  resources.filter(({ scope }) => wanted(scope)).map(({ collection }) => collection) as readonly ResourceCollection[];

/** The collections of resources that are cached whole along with the owner of their records, in loading order. */
export const cachedCollections = oncePer((resources: readonly Resource[]) =>
  collectionsWhere(resources, isCachedWhole),
);
/** Collections of all declared resources. */
export const RESOURCE_COLLECTIONS = collectionsWhere(RESOURCES, () => true);
/** Collections of the declared resources that are cached whole. */
export const CACHED_COLLECTIONS = cachedCollections(RESOURCES);

const byScope = oncePer(
  (resources: readonly Resource[]): Readonly<Record<CachedScope, readonly ResourceCollection[]>> => {
    const ofScope = (wanted: CachedScope) => collectionsWhere(resources, scope => scope === wanted);
    return { channel: ofScope('channel'), '3pl': ofScope('3pl'), entity: ofScope('entity') };
  },
);

/** Collections that are cached together for an owner: one channel, one 3PL, or the entity. */
export const collectionsOf = (
  scope: CachedScope,
  resources: readonly Resource[] = RESOURCES,
): readonly ResourceCollection[] => byScope(resources)[scope];

/** Collections in the change feed that are not cached whole. When one changes, the console refetches it. */
export const LIVE_COLLECTIONS = [
  { collection: 'rateVersions', feature: FEATURE.rateTable },
  { collection: 'thirdPartyVersions', feature: FEATURE.thirdPartyFee },
] as const;
export type LiveCollection = (typeof LIVE_COLLECTIONS)[number]['collection'];

/** Collections whose rows have a version and, except for saved views, are in the change feed. */
export type Collection = 'channels' | 'threePls' | 'locations' | 'views' | LiveCollection | ResourceCollection;

/**
 * Which record a write changes and how; used to order the outbox (OB4) and to show pending writes in the overlay (MR1).
 */
export interface WriteEffect<Input> {
  collection: Collection;
  kind: 'create' | 'update' | 'delete';
  /**
   * The record's key within its collection, as in the change feed.
   * @param entity the entity of the call, which owns the records of some collections
   */
  key(input: Input, entity: Country): string;
  /**
   * The fields of a create or update, except the record's version; true if required. The console needs them to resolve
   * a conflict with a different call, because its build contains no schemas (scripts/no-shapes).
   */
  fields?: Readonly<Record<string, boolean>>;
  /**
   * After this many milliseconds, the write is no longer sent, because it would take effect too late. If omitted, there
   * is no time limit.
   */
  within?: number;
}

/**
 * Groups of calls that take much time or memory; the calls of a group share a limit. A call belongs to `page` if its
 * input requests a large page.
 */
export type Costly =
  | 'export'
  | 'page'
  | 'segments'
  | 'preflight'
  | 'check'
  | 'leadTimes'
  | 'search'
  | 'years'
  | 'figures';

export interface CallDefinition<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  /** Unique, and never changes because the outbox stores it: `resource.verb`. */
  id: string;
  method: Method;
  /** Path below /api, as in the specification; `{name}` is a path parameter that is also part of `input`. */
  path: string;
  /** Additional paths below /api that behave identically (G21, G92). */
  aliases?: readonly string[];
  input: I;
  output: O;
  /**
   * 'public', 'signedIn' (signed in and whitelisted), 'session' (signed in, whitelisted or not) or a permission code.
   */
  permission: string;
  offline: OfflinePolicy;
  /**
   * The group of costly calls that this call belongs to. A person may run only a few calls of a group at a time
   * (server/base/limits).
   */
  costly?: Costly;
  /** Input fields that are sent as percent-encoded headers: header name by field name (REC-11). */
  headers?: Readonly<Record<string, string>>;
  /** The names of the list's paging parameters: offset and size (G19), page and count, or pageno and count (G20). */
  paging?: 'offset' | 'page' | 'pageno';
  write?: WriteEffect<z.output<I>>;
  /** Whether a call other than GET changes nothing with this input, such as a preview. */
  reads?(input: z.input<I>): boolean;
  /** One line for the OpenAPI page, including the section of the specification. */
  summary: string;
}

/** Declares a call. Its path, schemas, permission and offline policy are defined only here. */
export const defineCall = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  definition: CallDefinition<I, O>,
): CallDefinition<I, O> => definition;

export type CallInput<C> = C extends CallDefinition<infer I, z.ZodMiniType> ? z.output<I> : never;
export type CallOutput<C> = C extends CallDefinition<z.ZodMiniType, infer O> ? z.output<O> : never;

/** The envelope of every response (shell spec 8). A retcode of 0 means success; `data` is valid only in that case. */
export interface Envelope<T = unknown> {
  retcode: number;
  message: string;
  detail: string;
  data: T | null;
  /**
   * Only in the response to a repeated key (OB3): the record was deleted after the stored response was created, so the
   * version in that response is outdated (MR2).
   */
  outdated?: true;
}

/**
 * The retcode of a 422 response: the Idempotency-Key was already used with a different input (OB3). `data.reply` is the
 * response to the earlier write, so that the sender learns its outcome.
 */
export const KEY_USED = 4221;

/** Custom request headers. */
export const HEADER = {
  idempotencyKey: 'idempotency-key',
  /**
   * When the version that a write is based on was written, in epoch seconds. After a restore, a version number may exist
   * a second time with other values; only its time tells the two apart (OB8).
   */
  basedAt: 'x-ops-based-at',
  project: 'x-ops-project',
  /** The entity (country code) to read from; if omitted, the session's current entity. */
  entity: 'x-ops-entity',
  /**
   * The person whose data the caller displays. If the session belongs to another person, the call is refused (MR4): a
   * sign-in in another tab replaces the cookie while code may still be running for the previous person.
   */
  person: 'x-ops-person',
  /** The sender's contract version (TAB1). */
  contract: 'x-ops-contract',
  /** The resource that a last-mile request applies to (REQ-7, G91). */
  lastMile: 'x-lls-resource',
} as const;
