import type { Collection } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { EntryState, OutboxEntry, Problem, Row } from '../types.ts';

/** An entry in the outbox database: the part shown to a person, and the part needed by the engine. */
export interface StoredEntry extends OutboxEntry {
  /** Collection, entity and record key in one text, which defines the order (OB4). */
  record: string;
  /** Server's row after the write took effect; null for a delete and before the end. */
  accepted: Row | null;
  /** Place in the order of endings (no clock, OB5); null while open. Tells which cached pages cannot include it yet. */
  settledSeq: number | null;
  /** A colleague's change was merged in: it ends `merged`, not `applied`. */
  rebased: boolean;
  /**
   * Who changed the row that a write before it left, if a colleague's change was merged into that: this one does not touch
   * what they did, those after it may. Left out: nobody.
   */
  by?: { updatedBy: string; updatedAt: number } | undefined;
}

/** Initial state of an entry: queued, and nothing has happened to it yet. */
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

/** Open entries hold their place in the record's order; the others are ends (OB6). */
export const isOpen = (entry: { state: EntryState }): boolean =>
  (OPEN_STATES as readonly EntryState[]).includes(entry.state);

/**
 * Whether a write waits because the server, or something in between, could not accept it, not for lack of a network.
 */
export const isTrouble = (problem: Problem | null): problem is Problem =>
  problem?.kind === 'retry' && (problem.status > 0 || problem.between === true);

/** Waits for the person's decision (preflight). */
export const isPaused = (entry: { state: EntryState; hold?: unknown }): boolean =>
  entry.state === 'queued' && entry.hold !== undefined && entry.hold !== null;

/**
 * Version of the row of a creation, as it is drawn before the server has it: no row of the server has it, so that what was made of that
 * row never passes for a change of a colleague's.
 */
export const NEVER_STORED = 0;

/** A version that no row reaches. */
export const NO_ROWS_VERSION = 2_147_483_647;

/** Version of the record after the write took effect, if known from the server's answer. */
export const revisionOf = (entry: OutboxEntry): number | null => {
  if (entry.acceptedVersion !== null) return entry.acceptedVersion;
  return entry.state === 'applied' && entry.effect === 'delete' && entry.baseVersion !== null
    ? entry.baseVersion + 1
    : null;
};

/** Whether the record already had the values: the server wrote nothing, and its feed delivers nothing. */
const wroteNothing = ({ state, effect, baseVersion, acceptedVersion }: OutboxEntry): boolean =>
  state === 'applied' && effect === 'update' && acceptedVersion !== null && acceptedVersion === baseVersion;

/** Whether a write's last receipt is in: it took effect and its version, or a newer one, was delivered or passed over. */
export function isSeen(entry: OutboxEntry): boolean {
  if (entry.state === 'discarded' || wroteNothing(entry)) return true;
  if (entry.state !== 'applied' && entry.state !== 'merged') return false;
  const revision = revisionOf(entry);
  return revision === null || entry.outdated === true || (entry.seen?.version ?? 0) >= revision;
}

/** Name of a record across collections and entities. */
export const recordName = (collection: Collection, entity: Country, key: string): string =>
  `${collection}/${entity}/${key}`;

/** The Idempotency-Key that the entry is sent with: a new one after each used one (OB3). */
export const keyOf = ({ id, spent = 0 }: Pick<OutboxEntry, 'id' | 'spent'>): string =>
  spent === 0 ? id : `${id}.${spent}`;

/** The entry's id of a key that it went out under. */
export const idOfKey = (key: string): string => key.split('.')[0] ?? key;
