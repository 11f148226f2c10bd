import type { CallDefinition, Collection } from '../contract/call.ts';
import type { Country } from '../domain/country.ts';
import type { FieldConflict } from '../domain/merge.ts';

/** Central types of the local-first engine. Invariant numbers (OB, MR, TAB, SW) are those of ARCHITECTURE.md. */

/** A record in wire format. */
export type Row = Record<string, unknown>;

/**
 * States of an outbox entry. `queued` waits (also for a retry), `sending` is on its way, the other five need no sender:
 * `refused` and `conflict` wait for a person; `applied`, `merged` and `discarded` are ends (OB6).
 */
export type EntryState = 'queued' | 'sending' | 'refused' | 'conflict' | 'applied' | 'merged' | 'discarded';

/** Why the last attempt did not take effect, by type (OB7). */
export interface Problem {
  kind: 'refused' | 'conflict' | 'retry' | 'signedOut' | 'unknownCall';
  /** HTTP status, 0 if there was no answer. */
  status: number;
  /** Sentence for a person. */
  message: string;
  /** Something between this device and the server answered instead. */
  between?: true;
  /** Milliseconds that the server asked to wait (Retry-After); gone once a sender takes the write again. */
  afterMillis?: number;
}

/** Who deleted a record, and when (epoch seconds), as far as the server knows. */
export interface Deletion {
  by: string;
  at: number;
}

/** Server's row that a stale write conflicts with (OB8). `row` is null if the record was deleted. */
export interface Theirs {
  row: Row | null;
  version: number | null;
  updatedBy: string;
  /** Epoch seconds; display alone. */
  updatedAt: number;
  fields: FieldConflict[];
}

/**
 * What the preflight found on the server before a long queue was sent. The write, and later writes of its record, are
 * paused until the person sends them. safe: the record is unchanged. changed: a colleague has changed it since. gone:
 * the record was deleted. denied: the person may no longer write it.
 */
export interface PreflightFinding {
  verdict: 'safe' | 'changed' | 'gone' | 'denied';
  /** The server's row then, if it differs from the write's base. */
  row: Row | null;
  version: number | null;
  gone?: Deletion;
}

/** One queued write. Stored in the outbox database, one record per entry. */
export interface OutboxEntry {
  /** Local order (OB5); given by the database. */
  seq: number;
  /** UUID made once; the first Idempotency-Key (OB3). */
  id: string;
  /** How many keys were used up by an input that took effect before a person edited it; none when left out. */
  spent?: number;
  /** Contract version it was written under (TAB1). */
  contract: number;
  callId: string;
  entity: Country;
  collection: Collection;
  recordKey: string;
  /**
   * Key that this device gave the record until the server numbers it (`Resource.numbered`); `recordKey` is the same until then.
   * It stays, for drafts and links may still name the record by it.
   */
  provisional?: string;
  effect: 'create' | 'update' | 'delete';
  /** The call's input without `version`. */
  input: Row;
  /** Update: the fields the person changed. */
  changes: Row;
  /** Update: fields that the person had changed and then, editing it, restored. An input under its key may have set them. */
  putBack?: string[];
  /** The row it was made from as the screen showed it; null for a create. */
  base: Row | null;
  /** Version of that row; null for a create and while `after` is still pending. */
  baseVersion: number | null;
  /** Id of the pending entry of the same record that this one builds on, or null. */
  after: string | null;
  /** The row to show while pending; null for a delete. */
  optimistic: Row | null;
  /** Its title on the queue page: "Edit location 1002345 (Bandung) in channel 10021". */
  title: string;
  state: EntryState;
  attempts: number;
  problem: Problem | null;
  theirs: Theirs | null;
  /** Version that the server answered. */
  acceptedVersion: number | null;
  /** Fencing number of the sender that last took it (OB2). */
  fence: number;
  /** Epoch milliseconds, for display alone (OB5). */
  createdAt: number;
  settledAt: number | null;
  /** Reason given when a person discarded it. */
  reason: string;

  // Receipts and links; entries of older builds lack them.

  /** Epoch milliseconds when the person sent it again after a refusal; what must not be late is measured from then. */
  askedAt?: number;
  /** Epoch milliseconds when a sender last took it; display alone. */
  sentAt?: number;
  /** Newest version of its record that the change feed delivered since it was first sent, and when. */
  seen?: { version: number; at: number };
  /** Its answer came once more, when the record had been deleted since: no list misses the row. */
  outdated?: true;
  /** Set: it is paused until the person sends it. The name is stored on devices. */
  hold?: PreflightFinding | null;
  /** Id of the write that this one undoes. */
  undoes?: string;
  /** Id of the write that took this one's place on another record, and of the one whose place this one took. */
  reassignedTo?: string;
  reassignedFrom?: string;
}

/** A write requested by a screen; built by `sync/actions`. */
export type NewWrite = Pick<
  OutboxEntry,
  'callId' | 'entity' | 'collection' | 'recordKey' | 'effect' | 'input' | 'changes' | 'base' | 'optimistic' | 'title'
> & { baseVersion: number | null } & Partial<Pick<OutboxEntry, 'provisional' | 'undoes' | 'reassignedFrom'>>;

/** What a list screen reads: its call, how to key a row, and whether a pending write's row belongs to the filter. */
export interface ListSource<F extends Row, R extends Row> {
  /** Also the cache's name; unique. */
  id: string;
  call: CallDefinition;
  collection: Collection | null;
  rowKey: (row: R) => string;
  /** Whether a row matches the filters: decides where an optimistic create or edit shows. */
  matches: (row: R, filters: F) => boolean;
  /** Missing filters without which nothing is requested (G7); null if complete. */
  ready: (filters: F) => boolean;
  /** Rows for a question without a cached page, from the cached pages of other questions; null if they cannot say. */
  fromPages?: (pages: CachedPages, question: PageQuestion<F>) => Promise<PageView | null>;
}

/** Finds cached pages of an entity. */
export type CachedPages = (entity: Country, wanted: (page: CachedPage) => boolean) => Promise<readonly CachedPage[]>;

/** A cached page of a list. */
export interface CachedPage {
  id: string;
  sourceId: string;
  callId: string;
  entity: Country;
  collection: Collection | null;
  /** The call's input, paging included. */
  input: Row;
  page: number;
  count: number;
  total: number;
  rows: Row[];
  /** `entity|collection|key` of each row: finds the pages that a change touches. */
  keys: string[];
  /** Epoch milliseconds of the answer. */
  asOf: number;
  /** Collection's change counter when the page was requested; it is stale once the counter is past it. */
  freshAt: number;
  /** Rows that had arrived in the mirror when the page was requested. */
  arrivedAt: number;
  /** The person's rights when the page was requested (`rights.ts`); pages of older builds lack it. */
  rights?: number;
  /** The outbox's order of endings when the page was requested. */
  settledAt: number;
  /** Not an answer: matching rows of other cached pages. Never stored. */
  partial?: true;
}

/** A cached page, and whether its list may be another one by now. */
export interface PageView {
  cached: CachedPage;
  /** Its collection has changed since it was requested. */
  stale: boolean;
}

/** A request of a list, with its page and sort ('': the default order). */
export interface PageQuestion<F extends Row> {
  entity: Country;
  filters: F;
  page: number;
  count: number;
  sort: string;
}

/** State that the header pill shows, always true (issue "shell"). */
export interface SyncStatus {
  /** unknown until the first answer; online after any answer of the server, offline after a failed attempt. */
  network: 'unknown' | 'online' | 'offline';
  /** The queue is paused until the person signs in again. */
  signedOut: boolean;
  /** Whether the queue was read, so that the three counts below are valid. */
  counted: boolean;
  /** Entries queued or sending. */
  waiting: number;
  /** Of these, entries that are paused until the person sends them after a long time offline. */
  paused: number;
  /**
   * Why waiting writes could not be accepted although there is a network; null or omitted if there is no such reason.
   */
  trouble?: 'server' | 'between' | null;
  /** Entries refused or in conflict: they need a person. */
  needsYou: number;
  /** Offline requests waiting for the person's confirmation within a time; left out: none. */
  asked?: number;
  /** Imports in progress, and those that need a decision; left out: none. */
  imports?: number;
  importsNeedYou?: number;
  /** Mirror state of the current entity. */
  mirror: 'empty' | 'loading' | 'ready';
  /** Loaded share of the first load, 0 to 1. */
  mirrorProgress: number;
}

/**
 * A call's typed outcome (OB7). Never thrown, never classified by text. outdated: the answer of a write's key that came
 * again, whose record was deleted since (OB3); its row is not news.
 */
export type Outcome<T = unknown> =
  | { kind: 'ok'; data: T; outdated?: true }
  | { kind: 'noNetwork'; reason: 'unreachable' | 'timeout' | 'notOurs' }
  /** `between`: something between this device and the server answered in its place, such as a firewall or a proxy. */
  | { kind: 'retryLater'; status: number; message: string; afterMillis: number | null; between?: true }
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
  /** The key took effect earlier, with another input: `reply` is the row that it answered (OB3). */
  | { kind: 'keyUsed'; message: string; reply: Row | null; outdated?: true }
  | { kind: 'refused'; status: number; retcode: number; message: string };
