import type { Owns } from './owner.ts';

/** The engine's dependencies, as narrow interfaces that tests can replace (design 2, rule 5). */

export interface Clock {
  /** Epoch milliseconds, for display only, because a person or a time server may change the clock (OB5). */
  now(): number;
  /** Time of a monotonic clock in milliseconds, for delays and ages. */
  ticks(): number;
  /** Runs a callback once after a delay; returns a cancel function. */
  after(millis: number, run: () => void): () => void;
}

/** A number in [0, 1), for jitter. */
export type Random = () => number;

export interface LockOptions {
  mode?: 'exclusive' | 'shared';
  ifAvailable?: boolean;
  steal?: boolean;
  signal?: AbortSignal;
}

/**
 * The part of the Web Locks API used here. `held` can be false only with `ifAvailable`, when the lock is held
 * elsewhere.
 */
export interface Locks {
  request<T>(name: string, options: LockOptions, run: (held: boolean) => Promise<T>): Promise<T>;
}

/** A named broadcast channel among tabs and workers; a sender does not receive its own messages. */
export interface Channel<M> {
  post(message: M): void;
  close(): void;
}
export type OpenChannel = <M>(name: string, onMessage: (message: M) => void) => Channel<M>;

export interface Env {
  /** Checks the stored session, because a person's data may only be opened while they are signed in. */
  owns: Owns;
  clock: Clock;
  random: Random;
  locks: Locks;
  openChannel: OpenChannel;
  uuid: () => string;
}

/** Runs a callback after painting; returns a cancel function. */
export type AfterPaint = (run: () => void) => () => void;
