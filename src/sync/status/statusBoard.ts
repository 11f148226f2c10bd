import type { CallDefinition } from '../../contract/call.ts';
import { answered } from '../network/outcome.ts';
import type { Signals } from './signals.ts';
import type { Outcome, SyncStatus } from '../types.ts';

export interface Connection {
  network: SyncStatus['network'];
  signedOut: boolean;
}

/**
 * What is known of the network and the session, the same in every tab: from real outcomes alone, never from
 * `navigator.onLine`, which stays true while the server is gone.
 */
export class StatusBoard {
  private readonly signals: Signals;
  private readonly listeners = new Set<(now: Connection, before: Connection) => void>();
  private connection: Connection = { network: 'unknown', signedOut: false };

  constructor(signals: Signals) {
    this.signals = signals;
    signals.listen(signal => {
      if (signal.t === 'net') this.set({ ...this.connection, network: signal.up ? 'online' : 'offline' });
      if (signal.t === 'auth') this.set({ ...this.connection, signedOut: signal.out });
    });
  }

  get now(): Connection {
    return this.connection;
  }

  /** Takes the outcome of an attempt made here and signals a change to the others. */
  report(outcome: Outcome, definition: Pick<CallDefinition, 'permission'>): void {
    const before = this.connection;
    const network = answered(outcome) ? 'online' : 'offline';
    const signedOut = definition.permission === 'public' ? before.signedOut : signedOutAfter(outcome, before.signedOut);
    this.set({ network, signedOut });
    if (network !== before.network) this.signals.post({ t: 'net', up: network === 'online' });
    if (signedOut !== before.signedOut) this.signals.post({ t: 'auth', out: signedOut });
  }

  /** The person signed in: what was seen before does not count. */
  signedIn(): void {
    this.set({ ...this.connection, signedOut: false });
    this.signals.post({ t: 'auth', out: false });
  }

  /** Signals the known state to all others: to new ones, and to those that received signals in another order. */
  publish(): void {
    const { network, signedOut } = this.connection;
    if (network !== 'unknown') this.signals.post({ t: 'net', up: network === 'online' });
    this.signals.post({ t: 'auth', out: signedOut });
  }

  listen(listener: (now: Connection, before: Connection) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private set(next: Connection): void {
    const before = this.connection;
    if (next.network === before.network && next.signedOut === before.signedOut) return;
    this.connection = next;
    for (const listener of this.listeners) listener(next, before);
  }
}

const signedOutAfter = (outcome: Outcome, before: boolean): boolean =>
  outcome.kind === 'signedOut' ? true : outcome.kind === 'ok' ? false : before;
