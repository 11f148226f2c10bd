import type { CallDefinition } from '../../contract/call.ts';
import { answered } from '../network/outcome.ts';
import type { Signals } from './signals.ts';
import type { Outcome, SyncStatus } from '../types.ts';

export interface Connection {
  network: SyncStatus['network'];
  /** Whether the server could work when it last responded; meaningful only while the network is up. */
  ready: boolean;
  signedOut: boolean;
}

/** The properties of a call that the board uses. */
export type ReportedCall = Pick<CallDefinition, 'id' | 'permission'> & { write?: unknown };

/**
 * The state of the network and the session, the same in every tab. It is derived only from actual outcomes, never from
 * `navigator.onLine`, which stays true while the server is unreachable. A call that fails repeatedly while others
 * succeed (blocked by a proxy or a filter) is ignored. Writes always count, because their sender waits for the network
 * to return.
 */
export class StatusBoard {
  private readonly signals: Signals;
  private readonly listeners = new Set<(now: Connection, before: Connection) => void>();
  private connection: Connection = { network: 'unknown', ready: true, signedOut: false };
  /** Calls whose last attempt failed, by id, and whether another call has been answered since. */
  private readonly failing = new Map<string, { othersAnswered: boolean }>();

  constructor(signals: Signals) {
    this.signals = signals;
    signals.listen(signal => {
      if (signal.t === 'net' && signal.up) this.noteAnswer(null);
      if (signal.t === 'net') {
        const { ready = this.connection.ready } = signal;
        this.set({ ...this.connection, network: signal.up ? 'online' : 'offline', ready });
      }
      if (signal.t === 'auth') this.set({ ...this.connection, signedOut: signal.out });
    });
  }

  get now(): Connection {
    return this.connection;
  }

  /** Records the outcome of an attempt made here, and signals a change to the other contexts. */
  report(outcome: Outcome, call: ReportedCall): void {
    const before = this.connection;
    const network = this.networkAfter(outcome, call);
    const signedOut = call.permission === 'public' ? before.signedOut : signedOutAfter(outcome, before.signedOut);
    const ready = readyAfter(outcome, before.ready);
    this.set({ network, ready, signedOut });
    if (network !== before.network || ready !== before.ready)
      this.signals.post({ t: 'net', up: network === 'online', ready });
    if (signedOut !== before.signedOut) this.signals.post({ t: 'auth', out: signedOut });
  }

  /** Called when the person signs in: earlier outcomes no longer count. */
  signedIn(): void {
    this.set({ ...this.connection, signedOut: false });
    this.signals.post({ t: 'auth', out: false });
  }

  /** Signals the known state to all others, both new contexts and those that received signals in another order. */
  publish(): void {
    const { network, ready, signedOut } = this.connection;
    if (network !== 'unknown') this.signals.post({ t: 'net', up: network === 'online', ready });
    this.signals.post({ t: 'auth', out: signedOut });
  }

  listen(listener: (now: Connection, before: Connection) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private networkAfter(outcome: Outcome, { id, write }: ReportedCall): Connection['network'] {
    if (answered(outcome)) {
      this.noteAnswer(id);
      return 'online';
    }
    // This outcome says nothing about the network: whatever responded may let other calls through.
    if (outcome.kind !== 'noNetwork') return this.connection.network;
    if (write === undefined && this.failing.get(id)?.othersAnswered) {
      // The engine checks with another call: the network is considered down only if that fails too.
      this.signals.post({ t: 'kick' });
      return this.connection.network;
    }
    this.failing.set(id, { othersAnswered: false });
    return 'offline';
  }

  /** @param id id of the answered call; null if another context reports it */
  private noteAnswer(id: string | null): void {
    if (id !== null) this.failing.delete(id);
    for (const call of this.failing.values()) call.othersAnswered = true;
  }

  private set(next: Connection): void {
    const before = this.connection;
    if (next.network === before.network && next.ready === before.ready && next.signedOut === before.signedOut) return;
    this.connection = next;
    for (const listener of this.listeners) listener(next, before);
  }
}

/** A server that answers a call with anything but a delay can work. */
function readyAfter(outcome: Outcome, before: boolean): boolean {
  if (outcome.kind === 'noNetwork') return before;
  return outcome.kind === 'retryLater' ? before && outcome.unready !== true : true;
}

const signedOutAfter = (outcome: Outcome, before: boolean): boolean =>
  outcome.kind === 'signedOut' ? true : outcome.kind === 'ok' ? false : before;
