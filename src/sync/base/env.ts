import type { Owns } from './owner.ts';

/** What the engine needs of its surroundings, as narrow interfaces, so that tests put their own in (design 2, rule 5). */

export interface Clock {
  /** Epoch milliseconds, for display alone: a person or a time server may set it back and forth (OB5). */
  now(): number;
  /** Milliseconds since some moment, always forward: what pauses and ages are measured by. */
  ticks(): number;
  /** Runs once after a pause; returns its cancellation. */
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

/** The part of the Web Locks API in use. `held` is false only with `ifAvailable` where another holds the lock. */
export interface Locks {
  request<T>(name: string, options: LockOptions, run: (held: boolean) => Promise<T>): Promise<T>;
}

/** A named broadcast among tabs and workers; a sender does not receive its own message. */
export interface Channel<M> {
  post(message: M): void;
  close(): void;
}
export type OpenChannel = <M>(name: string, onMessage: (message: M) => void) => Channel<M>;

export interface Env {
  /** Asks the stored session; what is kept of a person is opened for them alone. */
  owns: Owns;
  clock: Clock;
  random: Random;
  locks: Locks;
  openChannel: OpenChannel;
  uuid: () => string;
}

/** Runs something once what is being painted is done; returns how to cancel it. */
export type AfterPaint = (run: () => void) => () => void;
