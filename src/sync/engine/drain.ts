import { CONTRACT_VERSION } from '../../contract/call.ts';
import type { Declarations } from '../../contract/declarations.ts';
import { getSession } from '../../contract/session.ts';
import type { Env } from '../base/env.ts';
import { Signals } from '../status/signals.ts';
import { SESSION_CHANNEL, type SessionSignal } from '../storage/sessionDb.ts';
import type { Learned } from '../mirror/learn.ts';
import type { Transport } from '../network/transport.ts';
import { isPaused, type StoredEntry } from '../outbox/entry.ts';
import { Preflight } from '../outbox/preflight.ts';
import { Sender } from '../outbox/sender.ts';
import { recover, takeFence, type OutboxStore } from '../outbox/store.ts';
import { sendTogether, TOGETHER_FROM } from '../outbox/together.ts';

export interface DrainDeps {
  env: Env;
  call: Transport['call'];
  /** The person signed in on this device; null if there is none. */
  loadUser: () => Promise<number | null>;
  /** The person's outbox; null if they have none. */
  openOutbox: (userId: number) => Promise<(OutboxStore & { close(): void }) | null>;
  /** Passes server data in a response to the mirror, which is expendable (MR5). */
  learn: (userId: number, answer: Learned) => Promise<void>;
  /** The ids of those writes of the person that wait for an import, which a drain does not send. */
  awaiting: (userId: number, entries: readonly StoredEntry[]) => Promise<ReadonlySet<string>>;
  /** The permissions under which the person's writes are sent, for `learn` (MR4). */
  rights: (userId: number) => Promise<number | undefined>;
}

/**
 * The result of a drain. empty: nothing is left to send. live: an engine holds the sender's lock or has requested it.
 * signedOut, otherPerson: the cookie belongs to nobody or to another person, so the queue waits for its owner. later:
 * the server could not accept everything yet.
 */
export type DrainEnd = 'empty' | 'live' | 'signedOut' | 'otherPerson' | 'later';

/**
 * Maximum duration of a drain, in milliseconds: a background task gets a few minutes at most, and the next drain does
 * the rest.
 */
const MOST = 120_000;
const LOOK_EVERY = 250;

/**
 * Whether a sender of this build could send an entry: entries for unknown calls wait for a newer build (TAB1), paused
 * and stuck ones for a person.
 */
const sendable = (entry: StoredEntry, declared: Declarations): boolean =>
  entry.state === 'sending' ||
  (entry.state === 'queued' &&
    !isPaused(entry) &&
    entry.contract <= CONTRACT_VERSION &&
    declared.callById(entry.callId)?.write !== undefined);

/** Whether the first entry of any record is ready to be sent (OB4). */
async function anyWaits(
  store: OutboxStore,
  awaiting: (entries: readonly StoredEntry[]) => Promise<ReadonlySet<string>>,
): Promise<boolean> {
  const heads = new Map<string, StoredEntry>();
  for (const entry of await store.open()) if (!heads.has(entry.record)) heads.set(entry.record, entry);
  const waits = [...heads.values()].filter(entry => sendable(entry, store.declared));
  const held = await awaiting(waits);
  return waits.some(({ id }) => !held.has(id));
}

/**
 * Sends the signed-in person's queue without any tab (design 3, service worker), with the engine's sender, under the
 * sender's lock and its own fence (OB2). Takes the lock only if it is free, and releases it as soon as an engine
 * requests it.
 *
 * @returns the result, and whether writes are left that a later drain could send
 */
export async function drainOutbox(deps: DrainDeps): Promise<{ end: DrainEnd; left: boolean }> {
  const { env } = deps;
  const userId = await deps.loadUser();
  // The person has signed out here, so the queue waits for its owner.
  if (userId === null) return { end: 'signedOut', left: false };
  const store = await deps.openOutbox(userId);
  if (!store) return { end: 'empty', left: false };
  const awaiting = (entries: readonly StoredEntry[]) => deps.awaiting(userId, entries);
  try {
    if (!(await anyWaits(store, awaiting))) return { end: 'empty', left: false };
    const run = new Run(deps, userId, store);
    const end = await env.locks
      .request(`ops-sender-${userId}`, { ifAvailable: true }, async held =>
        held ? run.drain() : Promise.resolve('live' as const),
      )
      // The lock was stolen; the new holder sends the queue.
      .catch(async () => {
        await run.leave();
        return 'live' as const;
      });
    const waits = end === 'live' || end === 'later' ? await anyWaits(store, awaiting) : false;
    return { end, left: waits };
  } finally {
    store.close();
  }
}

/** Runs one drain while the lock is held. */
class Run {
  private readonly deps: DrainDeps;
  private readonly userId: number;
  private readonly store: OutboxStore;
  private sender: Sender | null = null;
  private asked: 'live' | null = null;
  private wake: () => void = () => undefined;

  constructor(deps: DrainDeps, userId: number, store: OutboxStore) {
    this.deps = deps;
    this.userId = userId;
    this.store = store;
  }

  async drain(): Promise<DrainEnd> {
    const { env } = this.deps;
    const signals = new Signals(env.openChannel, this.userId);
    const session = env.openChannel<SessionSignal>(SESSION_CHANNEL, signal => {
      // Someone is signing in or out: these writes must not be sent with the next person's cookie.
      if (signal.t === 'leaving' || signal.userId !== this.userId) this.handOver();
    });
    signals.listen(signal => {
      if (signal.t === 'ping') signals.post({ t: 'pong' });
      if (signal.t === 'claim') this.handOver();
    });
    try {
      return await this.send();
    } finally {
      await this.leave();
      signals.close();
      session.close();
    }
  }

  /**
   * Aborts running requests, which can safely be resent thanks to their keys (OB3); resolves when all of them have
   * ended.
   */
  async leave(): Promise<void> {
    this.handOver();
    const { sender } = this;
    this.sender = null;
    await sender?.stop();
  }

  private handOver(): void {
    this.asked = 'live';
    this.wake();
  }

  private async send(): Promise<DrainEnd> {
    const { call, env, learn, rights } = this.deps;
    const awaiting = (entries: readonly StoredEntry[]) => this.deps.awaiting(this.userId, entries);
    const refusal = await this.checkPerson();
    if (refusal || this.asked) return refusal ?? 'live';
    const fence = await takeFence(this.store);
    await recover(this.store, fence);
    const seen: { stop: DrainEnd | null } = { stop: null };
    const noted: Transport['call'] = async (definition, input, options) => {
      const outcome = await call(definition, input, { ...options, person: this.userId });
      if (outcome.kind === 'signedOut') seen.stop = 'signedOut';
      if (outcome.kind === 'noNetwork' && outcome.reason !== 'timeout') seen.stop = 'later';
      return outcome;
    };
    const preflight = new Preflight({ store: this.store, call: noted, clock: env.clock, fence });
    await preflight.start();
    const sender = new Sender({
      store: this.store,
      call: sendTogether(noted, () => env.clock.now(), TOGETHER_FROM, this.store.declared),
      togetherFrom: TOGETHER_FROM,
      clock: env.clock,
      random: env.random,
      fence,
      learn: (entry, outcome, mark) => learn(this.userId, { entry, outcome, rights: mark }).catch(() => undefined),
      rights: () => rights(this.userId),
      probed: () => false,
      admit: signal => preflight.admit(signal),
      awaiting,
    });
    this.sender = sender;
    sender.poke();
    const end = env.clock.ticks() + MOST;
    while (!this.asked) {
      if (!(await anyWaits(this.store, awaiting))) return 'empty';
      if (seen.stop) return seen.stop;
      if (env.clock.ticks() >= end) return 'later';
      await this.pause();
    }
    return this.asked;
  }

  /** The cookie may now belong to another person, or to nobody. */
  private async checkPerson(): Promise<DrainEnd | null> {
    const session = await this.deps.call(getSession, {});
    if (session.kind === 'signedOut') return 'signedOut';
    if (session.kind !== 'ok') return 'later';
    return session.data.userId === this.userId ? null : 'otherPerson';
  }

  private pause(): Promise<void> {
    return new Promise(resolve => {
      const cancel = this.deps.env.clock.after(LOOK_EVERY, resolve);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
  }
}
