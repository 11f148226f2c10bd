import { changedFields } from '../../domain/merge.ts';
import { isBetween, outcomeText } from '../network/outcome.ts';
import type { PreflightFinding, Outcome, Problem, Row } from '../types.ts';
import { isPartial } from './cells.ts';
import { isOpen, type StoredEntry } from './entry.ts';
import { resolveStale } from './resolveStale.ts';
import { follow, ownFields, pick, takesNothingBack } from './rebase.ts';
import { reshape } from './reshape.ts';
import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import { isOrphan, numbered, numberedKey } from './provisional.ts';
import { applyChoice, type Choice } from './resolve.ts';

/**
 * The outbox entry's state machine, a pure function (OB6, OB7, OB8). An event that does not apply to an entry's state
 * returns the same object. `at` is for display only (OB5).
 */
export type EntryEvent =
  /** A sender claims the entry; `at` is stored in its receipts. */
  | { type: 'taken'; fence: number; at?: number }
  /**
   * The sender that claimed the entry is gone, so its response will not arrive (resending is safe thanks to the key,
   * OB3).
   */
  | { type: 'recovered' }
  | { type: 'answered'; outcome: Outcome; at: number }
  /** This build knows neither the call nor the contract version under which the entry was written (TAB1). */
  | { type: 'unknownCall'; message: string }
  /** The remaining delay requested by the server (OB7). */
  | { type: 'waited'; afterMillis: number }
  /** The entry has waited longer than its call allows, and would take effect too late. */
  | { type: 'late'; message: string }
  /** The person resends the entry; `at` is read from the device's clock. */
  | { type: 'retried'; at?: number }
  | { type: 'resent'; changes: Row }
  | { type: 'discarded'; reason: string; at: number }
  | { type: 'resolved'; choice: Choice; at: number }
  /**
   * The person undoes the entry before it is sent. `madeHere`: the page that made it is still open. The sender's mark
   * may not be on disk yet when a write is sent, so after a browser restart, a write that looks unsent may have been
   * sent.
   */
  | { type: 'undone'; at: number; madeHere: boolean }
  /** The preflight after a long time offline pauses the entry until the person sends it. */
  | { type: 'paused'; hold: PreflightFinding }
  /** The person sends a paused write. */
  | { type: 'released' }
  /** The person reviews a paused write, which changes to the state that sending it would have led to (OB8). */
  | { type: 'faced'; at: number }
  /** The change feed delivered a version of the entry's record. */
  | { type: 'seen'; version: number; at: number };

export function reduceEntry(entry: StoredEntry, event: EntryEvent, declared: Declarations = DECLARATIONS): StoredEntry {
  const { state } = entry;
  switch (event.type) {
    case 'taken':
      return state === 'queued' && !entry.hold && !isOrphan(entry) ? taken(entry, event.fence, event.at) : entry;
    case 'recovered':
      return state === 'sending' ? { ...entry, state: 'queued' } : entry;
    case 'answered':
      return state === 'sending'
        ? noteOutdated(answered(entry, event.outcome, event.at, declared), event.outcome)
        : entry;
    case 'unknownCall':
      return state === 'queued' && entry.problem?.message !== event.message
        ? { ...entry, problem: { kind: 'unknownCall', status: 0, message: event.message } }
        : entry;
    case 'waited':
      return state === 'queued' && entry.problem && event.afterMillis < (entry.problem.afterMillis ?? 0)
        ? { ...entry, problem: { ...entry.problem, afterMillis: event.afterMillis } }
        : entry;
    case 'late':
      return state === 'queued' && !entry.hold
        ? { ...entry, state: 'refused', problem: problem('refused', 0, event.message) }
        : entry;
    case 'retried':
      if (isOrphan(entry)) return entry;
      return state === 'refused' || (state === 'queued' && entry.problem)
        ? { ...entry, state: 'queued', problem: null, ...(event.at === undefined ? {} : { askedAt: event.at }) }
        : entry;
    case 'resent':
      return state === 'refused' && !isOrphan(entry) ? resent(entry, event.changes) : entry;
    case 'discarded':
      return state === 'queued' || state === 'refused' || state === 'conflict'
        ? { ...entry, state: 'discarded', reason: event.reason, settledAt: event.at }
        : entry;
    case 'resolved':
      return state === 'conflict' ? applyChoice(entry, event.choice, event.at, declared) : entry;
    case 'undone':
      // Only a write that no sender ever claimed is certainly unknown to the server, and only the page that made it can
      // be sure of that.
      return state === 'queued' && entry.fence === 0 && event.madeHere
        ? { ...entry, state: 'discarded', reason: 'Undone', settledAt: event.at }
        : entry;
    case 'paused':
      return state === 'queued' ? { ...waited(entry), hold: event.hold } : entry;
    case 'released':
      return state === 'queued' && entry.hold ? { ...entry, hold: null } : entry;
    case 'faced':
      return state === 'queued' && entry.hold ? faced(entry, entry.hold, event.at) : entry;
    case 'seen':
      return entry.fence > 0 && state !== 'discarded' && event.version > (entry.seen?.version ?? 0)
        ? { ...entry, seen: { version: event.version, at: event.at } }
        : entry;
  }
}

/**
 * Applies an event to one entry of a record and updates the entries after it. If the record has just been numbered by
 * the server, all of its entries move to the new key.
 * @param group the record's open entries in order
 * @returns the changed entries, the target first; empty if the event did not apply
 */
export function reduceRecord(
  group: readonly StoredEntry[],
  id: string,
  event: EntryEvent,
  declared: Declarations = DECLARATIONS,
): StoredEntry[] {
  const target = group.find(entry => entry.id === id);
  if (!target) return [];
  const next = reduceEntry(target, event, declared);
  if (next === target) return [];
  const changed = new Map([[target.seq, { before: target, now: next }]]);
  const own: string[] = [];
  for (const entry of group) {
    if (entry.seq > target.seq && isOpen(entry)) {
      const prior = [...changed.values()].find(({ now }) => now.id === entry.after);
      const below = group.find(({ id: other }) => other === prior?.now.after);
      const moved = prior ? follow(entry, prior.before, prior.now, own, below) : entry;
      const followed = takesNothingBack(moved, target, next) ?? moved;
      if (followed !== entry) changed.set(entry.seq, { before: entry, now: followed });
    }
    own.push(...ownFields(entry, changed.get(entry.seq)?.now));
  }
  const key = numberedKey(next, declared);
  if (key === null) return [...changed.values()].map(({ now }) => now);
  const rest = group.filter(({ seq }) => !changed.has(seq));
  return [...[...changed.values()].map(({ now }) => now), ...rest].map(entry => numbered(entry, key, declared));
}

const asked = (afterMillis: number | null): Pick<Problem, 'afterMillis'> =>
  afterMillis === null ? {} : { afterMillis };

const between = (outcome: Outcome): Pick<Problem, 'between'> => (isBetween(outcome) ? { between: true } : {});

/** Removes the Retry-After delay, because the write is being sent or the server has been contacted about it since. */
function waited(entry: StoredEntry): StoredEntry {
  if (entry.problem?.afterMillis === undefined) return entry;
  const { afterMillis: _, ...why } = entry.problem;
  return { ...entry, problem: why };
}

const problem = (kind: Problem['kind'], status: number, message: string): Problem => ({ kind, status, message });

/** OB7: how each kind of response affects the in-flight entry. */
function answered(entry: StoredEntry, outcome: Outcome, at: number, declared: Declarations): StoredEntry {
  switch (outcome.kind) {
    case 'ok':
      return settle(entry, asRow(outcome.data), at);
    case 'noNetwork':
      return waiting(entry, { ...problem('retry', 0, outcomeText(outcome)), ...between(outcome) }, 1);
    case 'retryLater':
      return waiting(
        entry,
        { ...problem('retry', outcome.status, outcome.message), ...between(outcome), ...asked(outcome.afterMillis) },
        1,
      );
    case 'signedOut':
      return waiting(entry, problem('signedOut', 401, outcome.message), 0);
    case 'refused':
      return {
        ...entry,
        state: 'refused',
        attempts: entry.attempts + 1,
        problem: problem('refused', outcome.status, outcome.message),
      };
    case 'keyUsed':
      return onFormer(entry, outcome.reply, outcome.message, at, declared);
    case 'conflict':
      return resolveStale(
        { ...entry, attempts: entry.attempts + 1 },
        outcome.current,
        outcome.currentVersion,
        outcome.message,
        at,
        outcome.gone,
      );
  }
}

const noteOutdated = (entry: StoredEntry, outcome: Outcome): StoredEntry =>
  'outdated' in outcome && !isOpen(entry) ? { ...entry, outdated: true } : entry;

/**
 * OB3: the entry had taken effect after all before the person edited it (its response was lost, and then an
 * intermediary refused it). The edit is repeated on the resulting row under a new key: neither input takes effect
 * twice, and the last input wins. Fields that the person never changed keep the row's values, which may come from a
 * colleague's change that was merged in before this device lost the record of the merge (OB8).
 */
function onFormer(
  entry: StoredEntry,
  row: Row | null,
  message: string,
  at: number,
  declared: Declarations,
): StoredEntry {
  const attempts = entry.attempts + 1;
  const lost = { ...entry, attempts, state: 'refused' as const, problem: problem('refused', 422, message) };
  if (row === null) return entry.effect === 'delete' ? settle(entry, null, at) : lost;
  const own = new Set([...Object.keys(entry.changes), ...(entry.putBack ?? [])]);
  const wanted = Object.entries(entry.input).filter(([field]) => entry.effect !== 'update' || own.has(field));
  const changes = changedFields(row, Object.fromEntries(wanted));
  if (Object.keys(changes).length === 0) return settle(entry, row, at);
  const call = reshape(entry, 'update', { ...row, ...changes }, changes, declared.calls());
  if (!call) return lost;
  return {
    ...entry,
    ...call,
    attempts,
    state: 'queued',
    problem: null,
    spent: (entry.spent ?? 0) + 1,
    effect: 'update',
    changes,
    putBack: [],
    base: row,
    baseVersion: versionOf(row),
    optimistic: { ...row, ...changes },
  };
}

const taken = (entry: StoredEntry, fence: number, at: number | undefined): StoredEntry => ({
  ...waited(entry),
  state: 'sending',
  fence,
  ...(at === undefined ? {} : { sentAt: at }),
});

/**
 * The state that sending a paused write would lead to, determined without sending it; a write that would be merged
 * stays paused as safe.
 */
function faced(entry: StoredEntry, hold: PreflightFinding, at: number): StoredEntry {
  if (hold.verdict === 'safe' || hold.verdict === 'denied') return entry;
  const next = resolveStale(
    { ...entry, hold: null },
    hold.row,
    hold.version,
    'The record was changed in the meantime.',
    at,
    hold.gone,
  );
  return next.state === 'queued' ? { ...next, hold: { verdict: 'safe', row: null, version: hold.version } } : next;
}

const waiting = (entry: StoredEntry, why: Problem, charge: number): StoredEntry => ({
  ...entry,
  state: 'queued',
  attempts: entry.attempts + charge,
  problem: why,
});

/**
 * Whether a colleague has changed other cells of the draft since the write was made, in which case the new version is
 * more than one above the base version.
 */
const isMergedByServer = (entry: StoredEntry, row: Row | null): boolean =>
  isPartial(entry) && entry.baseVersion !== null && (versionOf(row) ?? 0) > entry.baseVersion + 1;

const settle = (entry: StoredEntry, row: Row | null, at: number): StoredEntry => ({
  ...entry,
  ...(isMergedByServer(entry, row)
    ? { state: 'merged', rebased: true }
    : { state: entry.rebased ? 'merged' : 'applied' }),
  attempts: entry.attempts + 1,
  problem: null,
  accepted: row,
  acceptedVersion: versionOf(row),
  settledAt: at,
});

const asRow = (data: unknown): Row | null =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Row) : null;

const versionOf = (row: Row | null): number | null =>
  typeof row?.['version'] === 'number' ? (row['version'] as number) : null;

/** Keeps only fields accepted by the write's own call; other fields belong to other calls. */
function resent(entry: StoredEntry, wanted: Row): StoredEntry {
  const changes = pick(wanted, Object.keys(entry.input));
  const isEdit = entry.effect === 'update';
  const changed = isEdit ? changedFields(entry.base ?? {}, { ...entry.changes, ...changes }) : entry.changes;
  const before = new Set([...Object.keys(entry.changes), ...(entry.putBack ?? [])]);
  const putBack = isEdit ? [...before].filter(field => !(field in changed)) : [];
  return {
    ...entry,
    state: 'queued',
    problem: null,
    input: { ...entry.input, ...changes },
    changes: changed,
    ...(putBack.length > 0 || entry.putBack ? { putBack } : {}),
    optimistic: entry.optimistic ? { ...entry.optimistic, ...changes } : null,
  };
}
