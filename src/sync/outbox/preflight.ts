import { preflight, PREFLIGHT_MOST, type PreflightAnswer, type PreflightItem } from '../../contract/preflight.ts';
import type { Country } from '../../domain/country.ts';
import type { Clock } from '../base/env.ts';
import type { Transport } from '../network/transport.ts';
import type { PreflightFinding, Outcome } from '../types.ts';
import { isPaused, keyOf, type StoredEntry } from './entry.ts';
import { resolveStale } from './resolveStale.ts';
import type { EntryEvent } from './reducer.ts';
import type { Admission } from './sender.ts';
import { applyEvents, type OutboxStore } from './store.ts';

/** Time offline, or number of pending writes, above which a preflight runs before anything is sent. */
export const PREFLIGHT_FROM = { unreachableMillis: 30 * 60_000, waiting: 20 } as const;

/** Interval in milliseconds at which the running time without the server is stored, so that it survives reloads. */
const TICK = 60_000;

/** Number of writes paused per transaction. */
const HOLD_AT_ONCE = 200;

export interface PreflightDeps {
  store: OutboxStore;
  call: Transport['call'];
  clock: Clock;
  /** Fencing number of the sender for which the preflight runs (OB2). */
  fence: number;
}

/**
 * Preflight: before a queue that has waited for a long time is sent, it is compared with the server. If others have
 * changed nothing, all of it is sent; otherwise every compared write is durably paused until the person decides (OB6).
 * Writes made after the preflight are sent immediately, except those behind a paused write of the same record (OB4).
 */
export class Preflight {
  private readonly deps: PreflightDeps;
  /**
   * Whether the server was, or may have been, unreachable, so that before the next send it must be determined whether a
   * preflight is due.
   */
  private doubtful = true;
  private away = false;
  /** Whether paused writes must be rechecked because the person's permissions or session changed. */
  private again = false;
  /** Counts these events, so that a check in progress does not clear a later event. */
  private doubts = 0;
  private unreachable = 0;
  private cancelTick: () => void = () => undefined;

  constructor(deps: PreflightDeps) {
    this.deps = deps;
  }

  /** Reads for how long earlier engines were without the server. */
  async start(): Promise<void> {
    this.unreachable = await this.deps.store.counter('unreachable');
  }

  wentAway(): void {
    this.doubt();
    if (this.away) return;
    this.away = true;
    this.tick();
  }

  cameBack(): void {
    this.away = false;
    this.cancelTick();
  }

  /**
   * Called when the person signs in again or their permissions change: writes paused for a missing permission may now
   * be sent.
   */
  sessionChanged(): void {
    this.doubt();
    this.again = true;
  }

  stop(): void {
    this.cancelTick();
  }

  /** Whether writes may be sent now; runs the preflight first if it is due. */
  async admit(signal: AbortSignal): Promise<Admission> {
    if (!this.doubtful) return 'go';
    const { doubts } = this;
    const open = await this.deps.store.open();
    const waiting = open.filter(entry => entry.state === 'queued' && !isPaused(entry));
    const due =
      (this.again && open.some(isPaused)) ||
      waiting.length >= PREFLIGHT_FROM.waiting ||
      (this.unreachable >= PREFLIGHT_FROM.unreachableMillis && waiting.length > 0);
    if (due) return this.look(open, doubts, signal);
    // While the server is unreachable, a single write may probe it; whether a check is due is decided once the server
    // is back.
    if (!this.away) await this.settled(doubts);
    return 'go';
  }

  private tick(): void {
    this.cancelTick = this.deps.clock.after(TICK, () => {
      this.unreachable += TICK;
      void this.keep(this.unreachable);
      this.tick();
    });
  }

  private async keep(millis: number): Promise<void> {
    const { store, fence } = this.deps;
    // If storing fails now, the next step stores the value.
    await store
      .transact(async tx => {
        if ((await tx.counter('fence')) === fence) await tx.setCounter('unreachable', millis);
      })
      .catch(() => undefined);
  }

  private doubt(): void {
    this.doubtful = true;
    this.doubts += 1;
  }

  private async settled(doubts: number): Promise<void> {
    if (doubts !== this.doubts) return;
    this.doubtful = false;
    this.again = false;
    if (this.unreachable === 0) return;
    this.unreachable = 0;
    await this.keep(0);
  }

  private async look(open: readonly StoredEntry[], doubts: number, signal: AbortSignal): Promise<Admission> {
    const heads = headsOf(open);
    const answers = new Map<string, PreflightAnswer>();
    for (const [entity, own] of byEntity(heads)) {
      for (let from = 0; from < own.length; from += PREFLIGHT_MOST) {
        const batch = own.slice(from, from + PREFLIGHT_MOST);
        const outcome = await this.deps.call(
          preflight,
          { entity, items: batch.map(itemOf) },
          { entity, signal, timeoutMillis: 30_000 },
        );
        const stop = stopOf(outcome);
        if (stop) return stop;
        batch.forEach(({ id }, i) => {
          const answer = outcome.kind === 'ok' ? outcome.data.items[i] : refusedAnswer(outcome);
          if (answer) answers.set(id, answer);
        });
      }
    }
    await this.decide(heads, answers);
    await this.settled(doubts);
    return 'go';
  }

  /** Pauses or releases the compared writes: all or none of the waiting ones, and all or none of the paused ones. */
  private async decide(heads: readonly StoredEntry[], answers: ReadonlyMap<string, PreflightAnswer>): Promise<void> {
    const acts: { id: string; event: EntryEvent }[] = [];
    for (const held of [false, true]) {
      const own = heads.filter(entry => isPaused(entry) === held);
      const found = own.map(entry => ({ id: entry.id, hold: findingOf(entry, answers.get(entry.id)) }));
      const clean = found.every(({ hold }) => hold.verdict === 'safe');
      for (const { id, hold } of found) {
        if (!clean) acts.push({ id, event: { type: 'paused', hold } });
        else if (held) acts.push({ id, event: { type: 'released' } });
      }
    }
    // Uses several transactions, so that tabs can use the store in between; writes missed because of a crash are
    // compared again.
    for (let from = 0; from < acts.length; from += HOLD_AT_ONCE) {
      await applyEvents(this.deps.store, acts.slice(from, from + HOLD_AT_ONCE), this.deps.fence);
    }
  }
}

/** The first open entry of each record, if it is waiting; the record's other entries are based on it. */
function headsOf(open: readonly StoredEntry[]): StoredEntry[] {
  const heads = new Map<string, StoredEntry>();
  for (const entry of open) if (!heads.has(entry.record)) heads.set(entry.record, entry);
  return [...heads.values()].filter(({ state }) => state === 'queued');
}

function byEntity(entries: readonly StoredEntry[]): Map<Country, StoredEntry[]> {
  const groups = new Map<Country, StoredEntry[]>();
  for (const entry of entries) groups.set(entry.entity, [...(groups.get(entry.entity) ?? []), entry]);
  return groups;
}

const itemOf = (entry: StoredEntry): PreflightItem => ({
  id: keyOf(entry),
  collection: entry.collection,
  call: entry.callId,
  key: entry.recordKey,
  version: entry.effect === 'create' ? null : entry.baseVersion,
});

function stopOf(outcome: Outcome): Admission | null {
  if (outcome.kind === 'noNetwork') return 'noNetwork';
  if (outcome.kind === 'retryLater')
    return outcome.afterMillis === null ? 'later' : { afterMillis: outcome.afterMillis };
  return outcome.kind === 'signedOut' ? 'signedOut' : null;
}

/**
 * The response for an entity that the person has lost. Any other refusal (from an older server) is not about the
 * writes.
 */
const refusedAnswer = (outcome: Outcome): PreflightAnswer | undefined =>
  outcome.kind === 'refused' && outcome.status === 403
    ? { taken: false, allowed: false, version: null, row: null, gone: null }
    : undefined;

/** The expected result of sending a pending write, as far as the response shows. */
export function findingOf(entry: StoredEntry, answer: PreflightAnswer | undefined): PreflightFinding {
  const safe: PreflightFinding = { verdict: 'safe', row: null, version: answer?.version ?? null };
  if (!answer || answer.taken) return safe;
  if (!answer.allowed) return { verdict: 'denied', row: null, version: null };
  const { row, version } = answer;
  const base = entry.effect === 'create' ? null : entry.baseVersion;
  if (version === base || (entry.effect !== 'create' && base === null && version !== null)) return safe;
  const next = resolveStale(entry, row, version, '', 0);
  // If the entry settled, the server already has the same values. If a deletion proceeds, the row is newer but looks
  // the same.
  if (next.state === 'merged' || (next.state === 'queued' && entry.effect === 'delete')) return safe;
  if (row) return { verdict: 'changed', row, version };
  return { verdict: 'gone', row, version, ...(answer.gone ? { gone: answer.gone } : {}) };
}
