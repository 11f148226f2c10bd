import type { Country } from '../../domain/country.ts';
import type { ServiceMessage, TabMessage } from './messages.ts';
import type { Channel, OpenChannel } from '../base/env.ts';

/** Signals among one person's tabs and engines. Nobody waits for them: a lost signal only causes a delay. */
export type Signal =
  /** Whether an attempt reached the server. */
  | { t: 'net'; up: boolean }
  /** The server responded with 401, or responded to an authenticated call. */
  | { t: 'auth'; out: boolean }
  /** A new context requests the state; the engine that sends responds with `net` and `auth`. */
  | { t: 'ask' }
  /** The server refused a call for lack of permission: the stored permissions may be out of date (MR4). */
  | { t: 'rights' }
  /** The queue has changed; `record` is a record whose backoff a person ended. */
  | { t: 'poke'; record?: string }
  /** An import was queued or decided: the engine sends it, and the other tabs show it. */
  | { t: 'imports' }
  /** The person's notifications on the server changed, or may have: tabs reread them. */
  | { t: 'bell' }
  /** Check the network now: the window reports that it may be back, or a person is active. */
  | { t: 'kick' }
  /** A non-leader engine lists the entities that its tabs show. */
  | { t: 'want'; from: string; entities: Country[] }
  /**
   * Asks whether the sender is alive (OB2). Sent by an engine that would take its place, with the contract version that
   * it supports.
   */
  | { t: 'ping'; contract: number }
  | { t: 'pong' }
  /** An engine of another build has started and takes over the sending (TAB1). */
  | { t: 'claim'; build: string; contract: number }
  /** An entity's cached columns were reloaded: queries about places may have new answers. */
  | { t: 'places'; entity: Country }
  /**
   * Releases, activity and health, between the leader engine's service and the tabs. Builds running side by side share
   * this channel name.
   */
  | { t: 'desk'; m: ServiceMessage }
  | { t: 'tab'; m: TabMessage };

/** One person's signals in one context, shared by everything in it. */
export class Signals {
  private readonly channel: Channel<Signal>;
  private readonly listeners = new Set<(signal: Signal) => void>();

  constructor(openChannel: OpenChannel, userId: number) {
    this.channel = openChannel<Signal>(`ops-signals-${userId}`, signal => this.deliver(signal));
  }

  /** Posts to all other contexts, not to this one. */
  post(signal: Signal): void {
    this.channel.post(signal);
  }

  listen(listener: (signal: Signal) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.listeners.clear();
    this.channel.close();
  }

  private deliver(signal: Signal): void {
    for (const listener of this.listeners) listener(signal);
  }
}
