import type { Channel, Clock, Env, LockOptions, Locks, OpenChannel } from '../base/env.ts';

import type { Owns } from '../base/owner.ts';

/** An environment for tests: time that passes only on request, and locks and channels in memory. */

/** Runs everything that is ready: microtasks, and the task queue used by fake-indexeddb. */
export async function settle(rounds = 20): Promise<void> {
  const { setImmediate } = globalThis as unknown as { setImmediate: (run: () => void) => void };
  for (let i = 0; i < rounds; i++) await new Promise<void>(resolve => setImmediate(resolve));
}

const START = 1_700_000_000_000;

export class FakeClock implements Clock {
  private time = START;
  /** Offset of the wall clock, in milliseconds. */
  private ahead = 0;
  private readonly timers = new Set<{ at: number; run: () => void }>();

  now(): number {
    return this.time + this.ahead;
  }

  /** Counts from the start of the program, as in a browser, so that a tick mistaken for a time would be in 1970. */
  ticks(): number {
    return this.time - START;
  }

  after(millis: number, run: () => void): () => void {
    const timer = { at: this.time + millis, run };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  /** Number of timers that have not run yet. */
  get waiting(): number {
    return this.timers.size;
  }

  /** Moves only the wall clock, as a person or a time server would. */
  jump(millis: number): void {
    this.ahead += millis;
  }

  /**
   * Advances time: runs timers in order when they are due, with everything they trigger.
   *
   * @param rounds event loop turns after each timer, or a function that waits until its effects are done
   */
  async advance(millis: number, rounds: number | (() => Promise<void>) = 20): Promise<void> {
    const end = this.time + millis;
    const rest = typeof rounds === 'number' ? () => settle(rounds) : rounds;
    await rest();
    for (let guard = 0; guard < 10_000; guard++) {
      const next = [...this.timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers.delete(next);
      this.time = Math.max(this.time, next.at);
      next.run();
      await rest();
    }
    this.time = end;
  }
}

interface Request {
  owner: object | null;
  shared: boolean;
  grant: () => void;
  reject: (error: Error) => void;
}

/** In-memory Web Locks. */
export class FakeLocks implements Locks {
  private readonly held = new Map<string, Request[]>();
  private readonly queues = new Map<string, Request[]>();

  isPaused(name: string): boolean {
    return this.heldBy(name).length > 0;
  }

  /** A lock's holder, if requests specify their owner. */
  ownerOf(name: string): object | null {
    return this.heldBy(name)[0]?.owner ?? null;
  }

  request<T>(
    name: string,
    options: LockOptions,
    run: (held: boolean) => Promise<T>,
    owner: object | null = null,
  ): Promise<T> {
    const shared = options.mode === 'shared';
    if (options.ifAvailable && !this.isFree(name, shared)) return run(false);
    return new Promise<T>((resolve, reject) => {
      const grant = () => {
        this.held.set(name, [...this.heldBy(name), request]);
        void run(true)
          .then(resolve, reject)
          .finally(() => this.release(name, request));
      };
      const request: Request = { owner, shared, grant, reject };
      if (options.steal) {
        for (const robbed of this.heldBy(name)) robbed.reject(new DOMException('stolen', 'AbortError'));
        this.held.delete(name);
        grant();
        return;
      }
      this.queues.set(name, [...this.waiting(name), request]);
      options.signal?.addEventListener('abort', () => {
        if (!this.waiting(name).includes(request)) return;
        this.unqueue(name, request);
        reject(new DOMException('aborted', 'AbortError'));
        this.next(name);
      });
      this.next(name);
    });
  }

  /** Simulates the death of a process, which then no longer holds or waits for any lock. */
  drop(owner: object): void {
    for (const name of new Set([...this.held.keys(), ...this.queues.keys()])) {
      for (const request of this.waiting(name)) if (request.owner === owner) this.unqueue(name, request);
      for (const request of this.heldBy(name)) if (request.owner === owner) this.release(name, request);
      this.next(name);
    }
  }

  private heldBy = (name: string): Request[] => this.held.get(name) ?? [];
  private waiting = (name: string): Request[] => this.queues.get(name) ?? [];

  private isFree(name: string, shared: boolean): boolean {
    const holders = this.heldBy(name);
    return holders.length === 0 || (shared && holders.every(holder => holder.shared));
  }

  private unqueue(name: string, request: Request): void {
    this.queues.set(
      name,
      this.waiting(name).filter(other => other !== request),
    );
  }

  private next(name: string): void {
    const first = this.waiting(name)[0];
    if (!first || !this.isFree(name, first.shared)) return;
    this.unqueue(name, first);
    first.grant();
    this.next(name);
  }

  private release(name: string, request: Request): void {
    const holders = this.heldBy(name);
    if (!holders.includes(request)) return;
    this.held.set(
      name,
      holders.filter(other => other !== request),
    );
    this.next(name);
  }
}

/** In-memory locks with the interface of `navigator.locks`, for code that uses the platform's locks. */
export const platformLocks = (locks: FakeLocks) => ({
  request: (name: string, options: LockOptions, run: (lock: object | null) => Promise<unknown>) =>
    locks.request(name, options, held => run(held ? {} : null)),
});

/** In-memory broadcast channels; messages arrive a microtask later, and never at the sender. */
export class FakeChannels {
  private readonly open = new Map<string, Set<{ onMessage: (message: unknown) => void }>>();
  /** A closed channel receives nothing, like that of a frozen context. */
  readonly openChannel: OpenChannel = <M>(name: string, onMessage: (message: M) => void): Channel<M> => {
    const peers = this.open.get(name) ?? new Set();
    this.open.set(name, peers);
    const own = { onMessage: onMessage as (message: unknown) => void };
    peers.add(own);
    return {
      post: message => {
        for (const peer of peers) {
          if (peer !== own) queueMicrotask(() => peers.has(peer) && peer.onMessage(structuredClone(message)));
        }
      },
      close: () => peers.delete(own),
    };
  };
}

/** Allows everyone's data to be on the device. */
export const anyone: Owns = async () => true;

/** A reproducible stream of numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface FakeEnv extends Env {
  clock: FakeClock;
  locks: FakeLocks;
}

/** One browser profile: contexts created from the same `world` share its locks, channels and clock. */
export function fakeEnv(world: { clock: FakeClock; locks: FakeLocks; channels: FakeChannels } = newWorld()): FakeEnv {
  let n = 0;
  const prefix = Math.floor(Math.random() * 1e9).toString(36);
  return {
    clock: world.clock,
    locks: world.locks,
    openChannel: world.channels.openChannel,
    random: seeded(7),
    owns: anyone,
    uuid: () => `${prefix}-${(n += 1)}`,
  };
}

export const newWorld = () => ({ clock: new FakeClock(), locks: new FakeLocks(), channels: new FakeChannels() });
