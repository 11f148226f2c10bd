import type { Country } from '../../domain/country.ts';
import type { ServiceMessage, TabMessage } from './messages.ts';
import type { Channel, OpenChannel } from '../base/env.ts';

/** Signals among one person's tabs and engines. Nobody waits for them: a lost signal only causes a delay. */
export type Signal =
  /** Whether an attempt reached the server, and whether the server could work. Builds without `ready` omit it. */
  | { t: 'net'; up: boolean; ready?: boolean }
  /** The server responded with 401, or accepted an authenticated call. */
  | { t: 'auth'; out: boolean }
  /** A new context requests the state; the engine that sends responds with `net` and `auth`. */
  | { t: 'ask' }
  /** The server refused a call because a permission is missing: the stored permissions may be outdated (MR4). */
  | { t: 'rights' }
  /** The queue has changed; `record` is a record whose backoff the person ended. */
  | { t: 'poke'; record?: string }
  /** An import was queued or decided: the engine sends it, and the other tabs display it. */
  | { t: 'imports' }
  /** The person's notifications on the server changed, or may have; tabs reread them. */
  | { t: 'bell' }
  /** Somebody's import changed a list of tasks, price lists or batches; tabs that show the list refresh it. */
  | { t: 'batches'; entity: Country; importId: string }
  /** Requests an immediate network check: the browser reports that the network may be back, or the person is active. */
  | { t: 'kick' }
  /** An engine that is not the leader lists the entities shown in its tabs. */
  | { t: 'want'; from: string; entities: Country[] }
  /**
   * Asks whether the sender is alive (OB2). Sent by an engine that would take its place, with the contract version it
   * supports.
   */
  | { t: 'ping'; contract: number }
  | { t: 'pong' }
  /** An engine of another build has started and takes over sending (TAB1). */
  | { t: 'claim'; build: string; contract: number }
  /** An entity's cached columns were reloaded: queries about places may have new answers. */
  | { t: 'places'; entity: Country }
  /**
   * Messages about releases, activity and health, between the leader engine's service and the tabs. Builds running side
   * by side share this channel name.
   */
  | { t: 'desk'; m: ServiceMessage }
  | { t: 'tab'; m: TabMessage };

/** One person's signals in one context, shared by all code in it. */
export class Signals {
  private readonly channel: Channel<Signal>;
  private readonly listeners = new Set<(signal: Signal) => void>();

  constructor(openChannel: OpenChannel, userId: number) {
    this.channel = openChannel<Signal>(`ops-signals-${userId}`, signal => this.deliver(signal));
  }

  /** Sends to all other contexts, not to this one. */
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
