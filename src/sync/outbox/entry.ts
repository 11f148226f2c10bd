import type { Collection } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { EntryState, OutboxEntry, Problem, Row } from '../types.ts';

/** An entry in the outbox database: the part shown to the person, and the part used by the engine. */
export interface StoredEntry extends OutboxEntry {
  /** Collection, entity and record key, joined into one string; entries with the same value are ordered (OB4). */
  record: string;
  /** The server's row after the write took effect; null for a deletion, or until the entry has settled. */
  accepted: Row | null;
  /**
   * Position in the settlement order (not a clock, OB5); null while open. Determines which cached pages cannot include
   * the write yet.
   */
  settledSeq: number | null;
  /**
   * Whether a colleague's change was merged into the write, so that the entry settles as `merged` instead of `applied`.
   */
  rebased: boolean;
  /**
   * The colleague whose change was merged into the previous write, if any. This entry does not touch the colleague's
   * fields, but later entries may.
   */
  by?: { updatedBy: string; updatedAt: number } | undefined;
}

/** Initial state of an entry: queued, with no history yet. */
export const BEGINNING = {
  state: 'queued',
  attempts: 0,
  problem: null,
  theirs: null,
  acceptedVersion: null,
  accepted: null,
  settledSeq: null,
  rebased: false,
  fence: 0,
  settledAt: null,
  reason: '',
} as const satisfies Partial<StoredEntry>;

export const OPEN_STATES = ['queued', 'sending', 'refused', 'conflict'] as const satisfies readonly EntryState[];
export const ENDED_STATES = ['applied', 'merged', 'discarded'] as const satisfies readonly EntryState[];

/** Open entries keep their position in the record's order; the other states are final (OB6). */
export const isOpen = (entry: { state: EntryState }): boolean =>
  (OPEN_STATES as readonly EntryState[]).includes(entry.state);

/**
 * Whether a write is waiting because the server or an intermediary could not accept it, rather than because there is no
 * network.
 */
export const isTrouble = (problem: Problem | null): problem is Problem =>
  problem?.kind === 'retry' && (problem.status > 0 || problem.between === true);

/** Whether an entry is waiting for the person's decision (preflight). */
export const isPaused = (entry: { state: EntryState; hold?: unknown }): boolean =>
  entry.state === 'queued' && entry.hold !== undefined && entry.hold !== null;

/**
 * Version of a created row as displayed before the server has it. No server row has this version, so a write based on
 * it is never mistaken for one based on a colleague's change.
 */
export const NEVER_STORED = 0;

/** A version that no row ever reaches. */
export const NO_ROWS_VERSION = 2_147_483_647;

/** The record's version after the write took effect, if the response contained it. */
export const revisionOf = (entry: OutboxEntry): number | null => {
  if (entry.acceptedVersion !== null) return entry.acceptedVersion;
  return entry.state === 'applied' && entry.effect === 'delete' && entry.baseVersion !== null
    ? entry.baseVersion + 1
    : null;
};

/** Whether the record already had the values, so that the server wrote nothing and the feed will deliver nothing. */
const wroteNothing = ({ state, effect, baseVersion, acceptedVersion }: OutboxEntry): boolean =>
  state === 'applied' && effect === 'update' && acceptedVersion !== null && acceptedVersion === baseVersion;

/**
 * Whether a write's last receipt has arrived: the write took effect, and its version or a newer one was delivered or is
 * no longer expected.
 */
export function isSeen(entry: OutboxEntry): boolean {
  if (entry.state === 'discarded' || wroteNothing(entry)) return true;
  if (entry.state !== 'applied' && entry.state !== 'merged') return false;
  const revision = revisionOf(entry);
  return revision === null || entry.outdated === true || (entry.seen?.version ?? 0) >= revision;
}

/** A name for a record, unique across collections and entities. */
export const recordName = (collection: Collection, entity: Country, key: string): string =>
  `${collection}/${entity}/${key}`;

/** The Idempotency-Key with which the entry is sent; once a key is used up, a new one is created (OB3). */
export const keyOf = ({ id, spent = 0 }: Pick<OutboxEntry, 'id' | 'spent'>): string =>
  spent === 0 ? id : `${id}.${spent}`;

/** The id of the entry that was sent under a key. */
export const idOfKey = (key: string): string => key.split('.')[0] ?? key;
