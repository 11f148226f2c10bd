import * as z from 'zod/mini';
import type { Country } from '../domain/country.ts';
import { FEATURE } from '../domain/permission.ts';
import { isCachedWhole, type CachedScope, type Scope } from './owner.ts';
import { RESOURCES, type ResourceCollection } from './resources/all.ts';

/**
 * Version of the calls' shapes as outbox entries store them (invariant TAB1). Raise it when an entry written by an older
 * build could no longer be sent as it is, and teach sync/outbox to upgrade the older ones.
 */
export const CONTRACT_VERSION = 2;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * What the console does with a call when the network is gone.
 * - mirror: answered from cached data, never waits for the network
 * - cached: the last answer is shown with its age, then refreshed
 * - outbox: taken at once, durable, sent later (a write)
 * - network: needs the server; offline it says so
 */
export type OfflinePolicy = 'mirror' | 'cached' | 'outbox' | 'network';

const collectionsWhere = (wanted: (scope: Scope) => boolean) =>
  RESOURCES.filter(({ scope }) => wanted(scope)).map(({ collection }) => collection) as readonly ResourceCollection[];

/** Collections of all declared resources. */
export const RESOURCE_COLLECTIONS = collectionsWhere(() => true);
/** Those that are cached whole with what owns their records, in the order of their loading. */
export const CACHED_COLLECTIONS = collectionsWhere(isCachedWhole);

const ofScope = (wanted: CachedScope) => collectionsWhere(scope => scope === wanted);
const BY_SCOPE: Readonly<Record<CachedScope, readonly ResourceCollection[]>> = {
  channel: ofScope('channel'),
  '3pl': ofScope('3pl'),
  entity: ofScope('entity'),
};

/** Those that are cached together: with one channel, with one 3PL, or with the entity. */
export const collectionsOf = (scope: CachedScope): readonly ResourceCollection[] => BY_SCOPE[scope];

/** Collections that travel in the change feed and are not cached whole: the console asks for them again when one changes. */
export const LIVE_COLLECTIONS = [
  { collection: 'rateVersions', feature: FEATURE.rateTable },
  { collection: 'thirdPartyVersions', feature: FEATURE.thirdPartyFee },
] as const;
export type LiveCollection = (typeof LIVE_COLLECTIONS)[number]['collection'];

/** Collections whose rows carry a version and, but for saved views, travel in the change feed. */
export type Collection = 'channels' | 'threePls' | 'locations' | 'views' | LiveCollection | ResourceCollection;

/** How a write touches a record: what the outbox orders by (OB4) and the overlay draws (MR1). */
export interface WriteEffect<Input> {
  collection: Collection;
  kind: 'create' | 'update' | 'delete';
  /**
   * The record's key within its collection, the same text that the change feed uses.
   * @param entity that of the call, which owns the records of some collections
   */
  key(input: Input, entity: Country): string;
  /**
   * What a create or an update takes in addition to its record's version; true: always. The console reads it where a conflict is
   * decided for another call, since its build holds no shapes (scripts/no-shapes).
   */
  fields?: Readonly<Record<string, boolean>>;
  /** Milliseconds after which it is not sent any more, as it would take effect too late; left out: it is sent whenever it can be. */
  within?: number;
}

/** Calls that take much time or memory, by what is counted together; pages of many rows are so by their input. */
export type Costly = 'export' | 'page' | 'segments' | 'preflight' | 'check' | 'leadTimes' | 'search';

export interface CallDefinition<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  /** Unique, stable: the outbox stores it. `resource.verb`. */
  id: string;
  method: Method;
  /** Below /api, as the specification writes it; `{name}` marks a path parameter that `input` also holds. */
  path: string;
  /** Further paths, below /api, that answer the same (G21, G92). */
  aliases?: readonly string[];
  input: I;
  output: O;
  /** 'public', 'signedIn' (signed in and whitelisted), 'session' (signed in, whitelist not needed) or a permission code. */
  permission: string;
  offline: OfflinePolicy;
  /** Of these one person runs a few at once (server/base/limits). */
  costly?: Costly;
  /** Fields of the input that go out as a header, percent-encoded, by the field's name (REC-11). */
  headers?: Readonly<Record<string, string>>;
  /** The list's page goes out as offset and size (G19), as page and count, or as pageno and count (G20). */
  paging?: 'offset' | 'page' | 'pageno';
  write?: WriteEffect<z.output<I>>;
  /** One line for the OpenAPI page, with the section of the specification. */
  summary: string;
}

/** Declares one call. The one place of its path, shapes, right and offline policy. */
export const defineCall = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  definition: CallDefinition<I, O>,
): CallDefinition<I, O> => definition;

export type CallInput<C> = C extends CallDefinition<infer I, z.ZodMiniType> ? z.output<I> : never;
export type CallOutput<C> = C extends CallDefinition<z.ZodMiniType, infer O> ? z.output<O> : never;

/** Every answer's wrapping (shell spec 8). retcode 0 is success and only then `data` counts. */
export interface Envelope<T = unknown> {
  retcode: number;
  message: string;
  detail: string;
  data: T | null;
  /**
   * Only in the answer of a key that comes again (OB3): the record was deleted after the version that the stored answer says
   * of, which is no longer news (MR2).
   */
  outdated?: true;
}

/**
 * retcode of a 422: the Idempotency-Key has already taken effect, with another input (OB3). `data.reply` is what that write
 * answered, so that its sender learns what became of it.
 */
export const KEY_USED = 4221;

/** Request headers of our own. */
export const HEADER = {
  idempotencyKey: 'idempotency-key',
  project: 'x-ops-project',
  /** The entity (country code) a read means; without it the session's current entity. */
  entity: 'x-ops-entity',
  /**
   * Whose data the caller holds: another person's session does not answer it (MR4). A sign-in in another tab exchanges the
   * cookie under the feet of whatever still works for the person before.
   */
  person: 'x-ops-person',
  /** Contract version of the sender (TAB1). */
  contract: 'x-ops-contract',
  /** Which resources of last-mile requests a call means (REQ-7, G91). */
  lastMile: 'x-lls-resource',
} as const;
