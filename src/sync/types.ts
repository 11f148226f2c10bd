import type { CallDefinition, Collection } from '../contract/call.ts';
import type { Country } from '../domain/country.ts';
import type { FieldConflict } from '../domain/merge.ts';

/** The central types of the local-first engine. Invariant numbers (OB, MR, TAB, SW) are those of ARCHITECTURE.md. */

/** A record in wire format. */
export type Row = Record<string, unknown>;

/**
 * States of an outbox entry. `queued` waits (also for a retry) and `sending` is in flight; the other five do not
 * involve a sender: `refused` and `conflict` wait for a person; `applied`, `merged` and `discarded` are final (OB6).
 */
export type EntryState = 'queued' | 'sending' | 'refused' | 'conflict' | 'applied' | 'merged' | 'discarded';

/** Why the last attempt did not take effect, by type (OB7). */
export interface Problem {
  kind: 'refused' | 'conflict' | 'retry' | 'signedOut' | 'unknownCall';
  /** HTTP status; 0 if there was no response. */
  status: number;
  /** Message for the person. */
  message: string;
  /** Whether an intermediary between this device and the server responded in its place. */
  between?: true;
  /** Delay requested by the server in milliseconds (Retry-After); removed when a sender claims the write again. */
  afterMillis?: number;
}

/** Who deleted a record, and when (epoch seconds), as far as the server knows. */
export interface Deletion {
  by: string;
  at: number;
}

/** Server row with which a stale write conflicts (OB8). `row` is null if the record was deleted. */
export interface Theirs {
  row: Row | null;
  version: number | null;
  updatedBy: string;
  /** Epoch seconds, for display only. */
  updatedAt: number;
  fields: FieldConflict[];
}

/**
 * The preflight's finding on the server before a long queue was sent. The write, and later writes to its record, are
 * paused until the person sends them. safe: the record is unchanged. changed: a colleague has changed it since. gone:
 * the record was deleted. denied: the person may no longer write it.
 */
export interface PreflightFinding {
  verdict: 'safe' | 'changed' | 'gone' | 'denied';
  /** The server's row at that time, if it differs from the write's base. */
  row: Row | null;
  version: number | null;
  gone?: Deletion;
}

/** One queued write. Stored in the outbox database, one record per entry. */
export interface OutboxEntry {
  /** Order on this device (OB5), assigned by the database. */
  seq: number;
  /** UUID, generated once; the first Idempotency-Key (OB3). */
  id: string;
  /** Number of keys used up by inputs that took effect before the person edited them; 0 by default. */
  spent?: number;
  /** Contract version under which it was written (TAB1). */
  contract: number;
  callId: string;
  entity: Country;
  collection: Collection;
  recordKey: string;
  /**
   * Key that this device assigned to the record until the server numbers it (`Resource.numbered`); until then,
   * `recordKey` is the same. Kept because drafts and links may still refer to the record by this key.
   */
  provisional?: string;
  effect: 'create' | 'update' | 'delete';
  /** The call's input without `version`. */
  input: Row;
  /** For an update: the fields that the person changed. */
  changes: Row;
  /**
   * For an update: fields that the person changed and then restored while editing. An input sent under the write's key
   * may have set them.
   */
  putBack?: string[];
  /** The row on which the write was based, as displayed; null for a creation. */
  base: Row | null;
  /** Version of that row; null for a creation, and while `after` is still pending. */
  baseVersion: number | null;
  /** Id of the record's pending entry on which this one is based, or null. */
  after: string | null;
  /** The row to show while pending; null for a deletion. */
  optimistic: Row | null;
  /** The write's title on the queue page, e.g. "Edit location 1002345 (Bandung) in channel 10021". */
  title: string;
  state: EntryState;
  attempts: number;
  problem: Problem | null;
  theirs: Theirs | null;
  /** The version returned by the server. */
  acceptedVersion: number | null;
  /** Fencing number of the sender that last claimed it (OB2). */
  fence: number;
  /** Epoch milliseconds, for display only (OB5). */
  createdAt: number;
  settledAt: number | null;
  /** Reason given when the person discarded it. */
  reason: string;

  // Receipts and links; missing in entries of older builds.

  /** Time at which the person resent it after a refusal, in epoch milliseconds; lateness is measured from then. */
  askedAt?: number;
  /** Time at which a sender last claimed it, in epoch milliseconds; for display only. */
  sentAt?: number;
  /** Newest version of its record delivered by the change feed since the write was first sent, and when. */
  seen?: { version: number; at: number };
  /**
   * Whether its response arrived a second time after the record had been deleted, in which case no list lacks its row.
   */
  outdated?: true;
  /**
   * Records to which it refers and which, when it was made, were in an import on this device: it is not sent while they
   * still are.
   */
  awaits?: readonly AwaitedRecord[];
  /** If set, the write is paused until the person sends it. The name is stored on devices. */
  hold?: PreflightFinding | null;
  /** Id of the write undone by this one. */
  undoes?: string;
  /** Id of the write that replaced this one for another record, and of the write that this one replaced. */
  reassignedTo?: string;
  reassignedFrom?: string;
}

/** A record of a list, by the field with which others refer to it. */
export interface AwaitedRecord {
  collection: string;
  value: number | string;
}

/** A write requested by a screen; built by `sync/actions`. */
export type NewWrite = Pick<
  OutboxEntry,
  'callId' | 'entity' | 'collection' | 'recordKey' | 'effect' | 'input' | 'changes' | 'base' | 'optimistic' | 'title'
> & { baseVersion: number | null } & Partial<Pick<OutboxEntry, 'provisional' | 'undoes' | 'reassignedFrom' | 'awaits'>>;

/** The inputs of a list screen: its call, a row's key, and whether a pending write's row matches the filters. */
export interface ListSource<F extends Row, R extends Row> {
  /** Unique; also the name under which the list's pages are cached. */
  id: string;
  call: CallDefinition;
  collection: Collection | null;
  rowKey: (row: R) => string;
  /** Another name that identifies a row in the address of its form, besides its key. */
  alias?: (row: R) => string;
  /** Whether a row matches the filters; determines where a pending creation or edit is shown. */
  matches: (row: R, filters: F) => boolean;
  /** Whether all required filters are set; until then, nothing is requested (G7). */
  ready: (filters: F) => boolean;
  /**
   * Rows for a request without a cached page, taken from the cached pages of other requests; null if those do not
   * suffice.
   */
  fromPages?: (pages: CachedPages, question: PageQuestion<F>) => Promise<PageView | null>;
}

/** Finds an entity's cached pages. */
export type CachedPages = (entity: Country, wanted: (page: CachedPage) => boolean) => Promise<readonly CachedPage[]>;

/** A cached page of a list. */
export interface CachedPage {
  id: string;
  sourceId: string;
  callId: string;
  entity: Country;
  collection: Collection | null;
  /** The call's input, including paging. */
  input: Row;
  page: number;
  count: number;
  total: number;
  rows: Row[];
  /** `entity|collection|key` of each row, for finding the pages that a change affects. */
  keys: string[];
  /** Time of the response in epoch milliseconds. */
  asOf: number;
  /** The collection's change counter when the page was requested; once the counter has moved on, the page is stale. */
  freshAt: number;
  /** Number of rows that had arrived in the mirror when the page was requested. */
  arrivedAt: number;
  /** The person's permissions when the page was requested (`rights.ts`); missing in pages of older builds. */
  rights?: number;
  /** The outbox's latest settlement number when the page was requested. */
  settledAt: number;
  /** Whether the page is not a response but consists of matching rows from other cached pages. Never stored. */
  partial?: true;
}

/** A cached page, and whether its list may have changed. */
export interface PageView {
  cached: CachedPage;
  /** Whether the page's collection has changed since the page was requested. */
  stale: boolean;
}

/** A list request with its page and sort ('': the default order). */
export interface PageQuestion<F extends Row> {
  entity: Country;
  filters: F;
  page: number;
  count: number;
  sort: string;
}

/** The state shown by the header pill (issue "shell"). */
export interface SyncStatus {
  /** unknown until the first outcome; online after any response from the server; offline after a failed attempt. */
  network: 'unknown' | 'online' | 'offline';
  /** Whether the server can work according to its latest response: false if its database is away. Omitted if it can. */
  ready?: boolean;
  /** Whether the queue is paused until the person signs in again. */
  signedOut: boolean;
  /** Whether the queue has been read, so that the three counts below are valid. */
  counted: boolean;
  /** Number of entries that are queued or in flight. */
  waiting: number;
  /** Number of waiting entries that were paused after a long time offline and that the person has to send. */
  paused: number;
  /**
   * Why pending writes could not be accepted although the network is up; null or omitted if there is no such reason.
   */
  trouble?: 'server' | 'between' | null;
  /** Number of entries that are refused or in conflict and need a decision. */
  needsYou: number;
  /** Number of offline requests that the person must confirm within a limited time; 0 by default. */
  asked?: number;
  /** Number of imports and bulk changes in progress, and of those that need a decision; 0 by default. */
  imports?: number;
  /** How many of `imports` are bulk changes; 0 by default. */
  bulks?: number;
  importsNeedYou?: number;
  /** Mirror state of the current entity. */
  mirror: 'empty' | 'loading' | 'ready';
  /** Fraction of the first load that is complete, 0 to 1. */
  mirrorProgress: number;
}

/**
 * A call's typed outcome (OB7). Never thrown, never classified by text. outdated: the repeated response to a write's
 * key, whose record has since been deleted (OB3); its row is not new.
 */
export type Outcome<T = unknown> =
  | { kind: 'ok'; data: T; outdated?: true }
  | { kind: 'noNetwork'; reason: 'unreachable' | 'timeout' | 'notOurs' }
  /**
   * `between`: an intermediary between this device and the server, such as a firewall or a proxy, responded in its
   * place. `unready`: the server cannot work at all at the moment, because its database is away.
   */
  | {
      kind: 'retryLater';
      status: number;
      message: string;
      afterMillis: number | null;
      between?: true;
      unready?: true;
    }
  | { kind: 'signedOut'; message: string }
  | {
      kind: 'conflict';
      status: 409;
      message: string;
      current: Row | null;
      currentVersion: number | null;
      gone?: Deletion;
      outdated?: true;
    }
  /** The key took effect earlier with another input; `reply` is the row that was returned then (OB3). */
  | { kind: 'keyUsed'; message: string; reply: Row | null; outdated?: true }
  | { kind: 'refused'; status: number; retcode: number; message: string };
