import { CONTRACT_VERSION } from '../../contract/call.ts';
import type { Declarations } from '../../contract/declarations.ts';
import { RECONNECT, backoff } from '../network/backoff.ts';
import type { Clock, Random } from '../base/env.ts';
import { batched } from '../base/batched.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { asCells } from './cells.ts';
import { RetryAfter } from './retryAfter.ts';
import { isOpen, isPaused, keyOf, type StoredEntry } from './entry.ts';
import { basedAt, wireInput } from './wireInput.ts';
import type { EntryEvent } from './reducer.ts';
import { RecordBackoff, type NetworkMark } from './recordBackoff.ts';
import { ReferredFirst } from './referred.ts';
import { applyAll, applyEvent, recover, takeEntries, type Applied, type OutboxStore } from './store.ts';
import { TOGETHER_MOST } from './together.ts';
import { UPGRADES, upgradeFormer, type Upgrades } from './upgrade.ts';

/**
 * Finds writes that are too late: those that must not take effect hours after they were requested (CHC-19), such as an
 * urgent switch delayed by a lost network.
 */

const MINUTE = 60_000;

const within = ({ callId }: Pick<StoredEntry, 'callId'>, declared: Declarations): number =>
  declared.callById(callId)?.write?.within ?? Infinity;

/** Whether a write has waited longer than its call allows, counted from the person's last request. */
const isLate = (
  entry: Pick<StoredEntry, 'callId' | 'createdAt' | 'askedAt'>,
  now: number,
  declared: Declarations,
): boolean => now - (entry.askedAt ?? entry.createdAt) > within(entry, declared);

/** Explains why the write is no longer sent. */
const lateText = (entry: Pick<StoredEntry, 'callId'>, declared: Declarations): string =>
  `It waited longer than ${within(entry, declared) / MINUTE} minutes for the server and was canceled, so that it does not take effect late. Send it again, or discard it`;

/** Maximum number of writes in flight, plus the records whose responses have not settled, which need no request. */
const IN_FLIGHT = { alone: 4, together: 2 * TOGETHER_MOST };
const UNSETTLED = { alone: 16, together: 4 * TOGETHER_MOST };
/**
 * Interval in milliseconds at which the remaining Retry-After delays are stored; the next sender continues from there.
 */
const NOTE_EVERY = 10_000;
/** Delay in milliseconds before the preflight is retried if the server is busy. */
const ADMIT_AGAIN = 5000;

export interface SenderDeps {
  store: OutboxStore;
  call: Transport['call'];
  /**
   * `call` batches writes (`sendTogether`): from this number of sendable writes on, more may be in flight. By default,
   * each write is a separate request.
   */
  togetherFrom?: number;
  clock: Clock;
  random: Random;
  /** Fencing number acquired under the lock (OB2). */
  fence: number;
  /** Stores a response's row in the mirror before the entry settles, to avoid flicker. */
  learn: (entry: StoredEntry, outcome: Outcome, rights?: number) => Promise<void>;
  /** The person's permissions at the time of sending, for `learn` (MR4); omitted if not needed. */
  rights?: () => Promise<number | undefined>;
  /**
   * Whether another part (the event stream) checks the network and calls `networkUp`, so that no write is used as a
   * probe.
   */
  probed: () => boolean;
  /**
   * Called if the fence belongs to another sender although this one holds the lock: this sender's marks are then
   * invalid.
   */
  onReplaced?: () => void;
  /** Contract version of this build; defaults to CONTRACT_VERSION. */
  contract?: number;
  /** Upgrades of entries written by earlier versions; defaults to UPGRADES. */
  upgrades?: Upgrades;
  /**
   * Whether the person is signed out according to the latest response to any call. Checked when a 401 is processed,
   * because the person may have signed in meanwhile without a signal. If omitted, a 401 applies until `resume`.
   */
  stillOut?: () => boolean;
  /**
   * Called before writes are claimed: returns whether they may be sent now, or what prevents it (preflight). If
   * omitted, they may always be sent.
   */
  admit?: (signal: AbortSignal) => Promise<Admission>;
  /**
   * Returns the ids of those writes that must wait for an import (imports/awaited). Their records' other writes wait too
   * (OB4). Call `poke` when an import has ended. If omitted, none wait.
   */
  awaiting?: (entries: readonly StoredEntry[]) => Promise<ReadonlySet<string>>;
}

/** go: send. Otherwise nothing is claimed, because the preflight failed or the server requested a delay. */
export type Admission = 'go' | 'noNetwork' | 'later' | 'signedOut' | { afterMillis: number };

interface Pause {
  /** End of the delay, in ticks. */
  until: number;
  tries: number;
}

/**
 * Sends queued writes: each record's writes in order, several records concurrently and without blocking each other
 * (OB4). Runs only under the sender's lock; every mark carries its fencing number, so a sender that was frozen and
 * replaced changes nothing when it thaws (OB2).
 */
export class Sender {
  private readonly deps: SenderDeps;
  private readonly flying = new Map<string, string>();
  private calling = 0;
  private readonly paused = new RecordBackoff();
  private readonly abort = new AbortController();
  /** Retry-After delays. Neither a returning network nor another record's write shortens them. */
  private readonly asked = new RetryAfter();
  /** Time at which the remaining delays were last stored; null until they are read at startup. */
  private noted: number | null = null;
  /** Tick before which the preflight is not retried. */
  private lookAgain = 0;
  private network: Pause = { until: 0, tries: 0 };
  private signedOut = false;
  private stopped = false;
  private pumping = false;
  private dirty = false;
  /** The first sendable write of each record, by record, cached so that a long queue is not reread for each entry. */
  private readonly heads = new Map<string, StoredEntry>();
  private scanned = false;
  /** Which writes must settle before others, because records refer to each other. */
  private referred: ReferredFirst;
  private cancelTimer: (() => void) | null = null;
  private faulty = false;
  /** Responses that arrive at the same time settle in one transaction. */
  private readonly apply: (act: { id: string; record: string; event: EntryEvent }) => Promise<Applied | null>;
  private idle: (() => void)[] = [];

  constructor(deps: SenderDeps) {
    this.deps = deps;
    this.referred = new ReferredFirst(deps.store.declared);
    this.apply = batched(acts => applyAll(deps.store, acts, deps.fence));
  }

  /** Checks the queue again, because it changed or the person requested it. */
  poke(): void {
    this.scanned = false;
    void this.pump();
  }

  /** Ends a record's backoff, because the person requested it. */
  hurry(record: string): void {
    this.paused.end(record);
    this.poke();
  }

  networkUp(): void {
    this.paused.networkUp();
    this.network = { until: 0, tries: 0 };
    this.poke();
  }

  /** Called when another part of the engine finds the network down. */
  networkDown(): void {
    this.pauseNetwork();
  }

  /** Called when the person has signed in again. */
  resume(): void {
    this.signedOut = false;
    this.poke();
  }

  /**
   * Stops claiming writes and aborts those in flight (they can safely be resent thanks to their keys); resolves when
   * none is left.
   */
  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelTimer?.();
    this.abort.abort();
    if (this.flying.size > 0 || this.pumping) await new Promise<void>(resolve => this.idle.push(resolve));
  }

  private async pump(): Promise<void> {
    this.dirty = true;
    if (this.pumping) return;
    this.pumping = true;
    try {
      while (this.dirty && !this.stopped) {
        this.dirty = false;
        await this.round();
      }
    } catch {
      // The store failed; the marks of in-flight entries are corrected once it works again.
      this.faulty = true;
      this.wakeAt(this.deps.clock.ticks() + 5000);
    } finally {
      this.pumping = false;
      this.settleIdle();
    }
  }

  private async round(): Promise<void> {
    const { store, fence, clock } = this.deps;
    if (this.signedOut) return;
    if (this.faulty) {
      await recover(store, fence, new Set(this.flying.values()));
      this.faulty = false;
    }
    const now = clock.ticks();
    await this.noteWaits(now);
    if (this.network.until > now) return this.wakeAt(this.network.until);
    if (this.lookAgain > now) return this.wakeAt(this.lookAgain);
    const admission = (await this.deps.admit?.(this.abort.signal)) ?? 'go';
    if (admission !== 'go' || this.stopped) return this.keepBack(admission);
    if (!this.scanned || this.heads.size === 0) await this.scan();
    // The sender was stopped while reading a long queue: a write claimed now would wait until the next sender recovers
    // it.
    if (this.stopped) return;
    const note = this.asked.next(now) < Infinity ? (this.noted ?? now) + NOTE_EVERY : Infinity;
    if (this.asked.all > now) return this.wakeAt(this.asked.all, note);
    const free = [...this.heads.values()].filter(
      head =>
        !this.flying.has(head.record) &&
        Math.max(this.paused.untilOf(head.record), this.asked.of(head)) <= now &&
        !this.referred.waits(head),
    );
    const ready = await this.inTime(await this.withoutAwaiting(free));
    const chosen = this.paused.inOrder(ready).slice(0, this.slots(ready.length));
    if (chosen.length > 0) {
      const taken = await takeEntries(store, chosen, fence, clock.now());
      this.dropHeads(chosen);
      for (const entry of taken) {
        this.flying.set(entry.record, entry.id);
        void this.deliver(entry);
      }
      // Fewer were claimed than selected: the queue changed, or another sender holds the fence.
      if (taken.length < chosen.length) {
        this.scanned = false;
        await this.lookWhetherReplaced();
      }
    }
    const next = Math.min(this.asked.next(now), this.paused.next(now));
    if (Number.isFinite(next)) this.wakeAt(next, note);
  }

  /**
   * Delays start with the sender, whatever else prevents sending, and time that has elapsed is not waited for again.
   */
  private async noteWaits(now: number): Promise<void> {
    const { store, fence } = this.deps;
    if (this.noted === null) this.asked.read(await store.open(), new Set(), now);
    else if (now < this.noted + NOTE_EVERY) return;
    else {
      const acts = this.asked
        .left(now)
        .map(({ id, afterMillis }) => ({ id, event: { type: 'waited' as const, afterMillis } }));
      if (acts.length > 0) await applyAll(store, acts, fence);
    }
    this.noted = now;
  }

  /** Number of sendable writes that may be sent now. */
  private slots(free: number): number {
    // While the network is in doubt, one write at a time probes it.
    if (this.network.tries > 0) return Math.max(0, 1 - this.flying.size);
    const { togetherFrom = Infinity } = this.deps;
    const way = free >= togetherFrom ? 'together' : 'alone';
    const slots = Math.max(0, Math.min(IN_FLIGHT[way] - this.calling, UNSETTLED[way] - this.flying.size));
    // Too few writes for a batch would become separate requests alongside it, so they wait for the next batch.
    return way === 'together' && slots < togetherFrom ? 0 : slots;
  }

  private async scan(): Promise<void> {
    const { store, fence, upgrades = UPGRADES } = this.deps;
    const heads = new Map<string, StoredEntry>();
    this.scanned = true;
    // If a response settles during the reads below, its record's next write is added.
    this.heads.clear();
    // Records in flight when the read starts: their responses may be noted, stored and settled before the read is
    // complete.
    const settling = new Set(this.flying.values());
    let open = await store.open();
    // A sender that froze while starting may thaw and acquire a fence without holding the lock, which invalidates this
    // sender's marks. Normally this is detected when writes are claimed; but if all of them must be marked first, none
    // would be claimed, so it is checked here.
    if (open.length > 0 && (await this.lookWhetherReplaced())) return;
    const former = open.filter(({ contract }) => contract < this.contract);
    if (former.length > 0) {
      await upgradeFormer(store, former, this.contract, fence, upgrades);
      open = await store.open();
    }
    this.asked.read(open, settling, this.deps.clock.ticks());
    for (const entry of open) if (!heads.has(entry.record)) heads.set(entry.record, entry);
    this.referred = new ReferredFirst(store.declared, open, record => {
      const head = heads.get(record);
      return this.flying.has(record) || (head?.state === 'queued' && !isPaused(head) && this.supports(head));
    });
    for (const entry of heads.values()) {
      if (entry.state !== 'queued' || isPaused(entry) || this.flying.has(entry.record)) continue;
      if (this.supports(entry)) this.heads.set(entry.record, entry);
      else await this.markUnknown(entry);
    }
  }

  private dropHeads(entries: readonly StoredEntry[]): void {
    for (const { record } of entries) this.heads.delete(record);
  }

  private async lookWhetherReplaced(): Promise<boolean> {
    const replaced = (await this.deps.store.counter('fence')) !== this.deps.fence;
    if (replaced) this.deps.onReplaced?.();
    return replaced;
  }

  private get contract(): number {
    return this.deps.contract ?? CONTRACT_VERSION;
  }

  private supports = (entry: StoredEntry): boolean =>
    entry.contract === this.contract && this.deps.store.declared.callById(entry.callId)?.write !== undefined;

  private async markUnknown(entry: StoredEntry): Promise<void> {
    const message =
      entry.contract < this.contract
        ? 'This change was made by an older version of the console and cannot be sent as it is. Make it again, then discard it.'
        : 'This change was made by a newer version of the console. Reload the page to send it.';
    await applyEvent(this.deps.store, entry.id, { type: 'unknownCall', message }, this.deps.fence);
  }

  /** Returns the writes that do not wait for an import. They stay in the queue, so the next round checks them again. */
  private async withoutAwaiting(free: readonly StoredEntry[]): Promise<readonly StoredEntry[]> {
    const wanting = free.filter(({ awaits = [] }) => awaits.length > 0);
    if (wanting.length === 0) return free;
    const awaiting = (await this.deps.awaiting?.(wanting)) ?? new Set();
    return free.filter(({ id }) => !awaiting.has(id));
  }

  /** Returns the writes that may still take effect; refuses the others before they are sent (CHC-19). */
  private async inTime(free: readonly StoredEntry[]): Promise<StoredEntry[]> {
    const { store, fence, clock } = this.deps;
    const late = free.filter(entry => isLate(entry, clock.now(), store.declared));
    if (late.length === 0) return [...free];
    const acts = late.map(entry => ({
      id: entry.id,
      record: entry.record,
      event: { type: 'late' as const, message: lateText(entry, store.declared) },
    }));
    await applyAll(store, acts, fence);
    this.dropHeads(late);
    this.scanned = false;
    return free.filter(entry => !late.includes(entry));
  }

  private async deliver(entry: StoredEntry): Promise<void> {
    let calls = true;
    this.calling += 1;
    const called = () => {
      if (calls) this.calling -= 1;
      calls = false;
    };
    try {
      const definition = this.deps.store.declared.callById(entry.callId);
      if (!definition) return;
      // The server requested a delay while this write was being claimed.
      if (this.asked.all > this.deps.clock.ticks()) return await this.putBack(entry);
      // Read while the request is in flight, so that the mirror delays no write.
      const rights = this.deps.rights?.();
      const since = basedAt(entry);
      const answer = await this.deps.call(definition, wireInput(entry, this.deps.store.declared), {
        idempotencyKey: keyOf(entry),
        ...(since === undefined ? {} : { basedAt: since }),
        entity: entry.entity,
        signal: this.abort.signal,
      });
      const outcome = asCells(entry, answer);
      if (this.stopped && outcome.kind === 'noNetwork') return;
      const mark = this.paused.mark();
      // The write took effect, so the next one may be sent while this one settles. Any other response may affect how to
      // continue.
      if (outcome.kind === 'ok') {
        called();
        void this.pump();
      }
      await this.deps.learn(entry, outcome, await rights);
      await this.settle(entry, outcome, mark);
    } catch {
      this.faulty = true;
    } finally {
      called();
      this.flying.delete(entry.record);
      this.settleIdle();
      void this.pump();
    }
  }

  private async putBack({ id, record }: StoredEntry): Promise<void> {
    await this.apply({ id, record, event: { type: 'recovered' } });
    this.scanned = false;
  }

  /**
   * `mark` dates from when the response arrived: a failure from before the network was restored says nothing about the
   * present.
   */
  private async settle(entry: StoredEntry, outcome: Outcome, mark: NetworkMark): Promise<void> {
    const { clock, random } = this.deps;
    const event = { type: 'answered' as const, outcome, at: clock.now() };
    const { id, record } = entry;
    this.asked.note(id, outcome, clock.ticks());
    const applied = await this.apply({ id, record, event });
    for (const changed of applied?.changed ?? []) if (!isOpen(changed)) this.referred.ended(changed.id);
    const unreached = outcome.kind === 'noNetwork' && outcome.reason !== 'timeout';
    const away = unreached && this.paused.isOfNow(mark);
    const cutOff = unreached && this.paused.cutOff(record, mark, clock.ticks(), random);
    if (away) this.pauseNetwork();
    else if (!unreached) {
      this.network = { until: 0, tries: 0 };
      if (outcome.kind !== 'noNetwork') this.paused.networkShown();
      if (outcome.kind === 'signedOut') this.signedOut = this.stillOut();
    }
    // The response dates from before a sign-in or before the network was restored, so the write is retried as after any
    // temporary failure.
    const outdated = outcome.kind === 'signedOut' && !this.signedOut;
    if (outdated || outcome.kind === 'retryLater' || (outcome.kind === 'noNetwork' && !away && !cutOff)) {
      this.wakeAt(this.paused.later(record, clock.ticks(), random));
    } else if (outcome.kind !== 'noNetwork') this.paused.end(record);
    const next = applied?.open[0];
    // The record has no more writes and the others are unchanged, so a long queue is not reread.
    if (applied && !next) return;
    if (next?.state === 'queued' && !isPaused(next) && this.scanned && this.supports(next))
      this.heads.set(next.record, next);
    else this.scanned = false;
  }

  private keepBack(why: Admission): void {
    if (why === 'noNetwork') this.pauseNetwork();
    if (why === 'signedOut') this.signedOut = this.stillOut();
    if (typeof why === 'object') this.wakeAt((this.lookAgain = this.deps.clock.ticks() + why.afterMillis));
    if (why === 'later' || (why === 'signedOut' && !this.signedOut)) this.wakeAt(this.deps.clock.ticks() + ADMIT_AGAIN);
  }

  private stillOut(): boolean {
    return this.deps.stillOut?.() ?? true;
  }

  private pauseNetwork(): void {
    const { clock, random, probed } = this.deps;
    const tries = this.network.tries + 1;
    const pause = probed() ? 60_000 : backoff(RECONNECT, tries, random);
    this.network = { until: clock.ticks() + pause, tries };
    this.wakeAt(this.network.until);
  }

  /** `note`: the time by which delays must be stored, for which the queue need not be read. */
  private wakeAt(at: number, note = Infinity): void {
    if (this.stopped) return;
    this.cancelTimer?.();
    this.cancelTimer = this.deps.clock.after(Math.max(0, Math.min(at, note) - this.deps.clock.ticks()), () => {
      if (at <= note) this.scanned = false;
      void this.pump();
    });
  }

  private settleIdle(): void {
    if (this.flying.size > 0 || this.pumping) return;
    for (const resolve of this.idle.splice(0)) resolve();
  }
}
