import * as z from 'zod/mini';
import type { Country } from '../domain/country.ts';
import { FEATURE } from '../domain/permission.ts';
import { isCachedWhole, type CachedScope, type Scope } from './owner.ts';
import { RESOURCES, type ResourceCollection } from './resources/all.ts';

/**
 * Version of the calls' shapes as stored in outbox entries (invariant TAB1). Raise it if an entry written by an older
 * build could no longer be sent unchanged, and let sync/outbox upgrade the older entries.
 */
export const CONTRACT_VERSION = 2;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * What the console does with a call while offline.
 * - mirror: served from cached data, never waits for the network
 * - cached: the last response is shown with its age, then refreshed
 * - outbox: accepted immediately, durable, sent later (a write)
 * - network: needs the server, and says so when offline
 */
export type OfflinePolicy = 'mirror' | 'cached' | 'outbox' | 'network';

const collectionsWhere = (wanted: (scope: Scope) => boolean) =>
  RESOURCES.filter(({ scope }) => wanted(scope)).map(({ collection }) => collection) as readonly ResourceCollection[];

/** Collections of all declared resources. */
export const RESOURCE_COLLECTIONS = collectionsWhere(() => true);
/** Collections that are cached whole with the owner of their records, in loading order. */
export const CACHED_COLLECTIONS = collectionsWhere(isCachedWhole);

const ofScope = (wanted: CachedScope) => collectionsWhere(scope => scope === wanted);
const BY_SCOPE: Readonly<Record<CachedScope, readonly ResourceCollection[]>> = {
  channel: ofScope('channel'),
  '3pl': ofScope('3pl'),
  entity: ofScope('entity'),
};

/** Collections that are cached together: with one channel, one 3PL, or the entity. */
export const collectionsOf = (scope: CachedScope): readonly ResourceCollection[] => BY_SCOPE[scope];

/** Collections in the change feed that are not cached whole: the console requests them again when one changes. */
export const LIVE_COLLECTIONS = [
  { collection: 'rateVersions', feature: FEATURE.rateTable },
  { collection: 'thirdPartyVersions', feature: FEATURE.thirdPartyFee },
] as const;
export type LiveCollection = (typeof LIVE_COLLECTIONS)[number]['collection'];

/** Collections whose rows have a version and, except saved views, are in the change feed. */
export type Collection = 'channels' | 'threePls' | 'locations' | 'views' | LiveCollection | ResourceCollection;

/** How a write affects a record, used to order the outbox (OB4) and to draw the overlay (MR1). */
export interface WriteEffect<Input> {
  collection: Collection;
  kind: 'create' | 'update' | 'delete';
  /**
   * The record's key within its collection, the same text that the change feed uses.
   * @param entity the entity of the call, which owns the records of some collections
   */
  key(input: Input, entity: Country): string;
  /**
   * The inputs of a create or update apart from its record's version; true if required. The console uses them if a
   * conflict is resolved by another call, because its build contains no shapes (scripts/no-shapes).
   */
  fields?: Readonly<Record<string, boolean>>;
  /**
   * Milliseconds after which the write is no longer sent, because it would take effect too late; if left out, it is
   * sent as soon as possible, however late.
   */
  within?: number;
}

/**
 * Groups of calls that take much time or memory and are limited together. A call that asks for a large page belongs
 * to `page` because of its input.
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
  /** Unique and stable, because the outbox stores it: `resource.verb`. */
  id: string;
  method: Method;
  /** Path below /api, as in the specification; `{name}` marks a path parameter that is also in `input`. */
  path: string;
  /** Further paths below /api that behave the same (G21, G92). */
  aliases?: readonly string[];
  input: I;
  output: O;
  /** 'public', 'signedIn' (signed in and whitelisted), 'session' (signed in, whitelist not needed) or a permission code. */
  permission: string;
  offline: OfflinePolicy;
  /**
   * The group of costly calls that it belongs to: a person may run only a few of a group at a time
   * (server/base/limits).
   */
  costly?: Costly;
  /** Fields of the input that are sent as headers, percent-encoded: header names by field name (REC-11). */
  headers?: Readonly<Record<string, string>>;
  /** The names by which the list's page is sent: offset and size (G19), page and count, or pageno and count (G20). */
  paging?: 'offset' | 'page' | 'pageno';
  write?: WriteEffect<z.output<I>>;
  /** One line for the OpenAPI page, with the section of the specification. */
  summary: string;
}

/** Declares one call: the only place with its path, shapes, right and offline policy. */
export const defineCall = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  definition: CallDefinition<I, O>,
): CallDefinition<I, O> => definition;

export type CallInput<C> = C extends CallDefinition<infer I, z.ZodMiniType> ? z.output<I> : never;
export type CallOutput<C> = C extends CallDefinition<z.ZodMiniType, infer O> ? z.output<O> : never;

/** The envelope of every response (shell spec 8). retcode 0 means success; only then is `data` valid. */
export interface Envelope<T = unknown> {
  retcode: number;
  message: string;
  detail: string;
  data: T | null;
  /**
   * Only in the response to a repeated key (OB3): the record was deleted after the version in the stored response, so
   * that version is outdated (MR2).
   */
  outdated?: true;
}

/**
 * retcode of a 422: the Idempotency-Key was already used with a different input (OB3). `data.reply` is the response
 * to that write, so that its sender learns the outcome.
 */
export const KEY_USED = 4221;

/** Request headers of our own. */
export const HEADER = {
  idempotencyKey: 'idempotency-key',
  project: 'x-ops-project',
  /** The entity (country code) that a read is about; without it, the session's current entity. */
  entity: 'x-ops-entity',
  /**
   * The person whose data the caller has. A session of another person refuses the call (MR4), because a sign-in in
   * another tab replaces the cookie while code may still be running for the previous person.
   */
  person: 'x-ops-person',
  /** Contract version of the sender (TAB1). */
  contract: 'x-ops-contract',
  /** The resource of a last-mile request (REQ-7, G91). */
  lastMile: 'x-lls-resource',
} as const;
