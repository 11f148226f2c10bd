import type { Country } from '../../domain/country.ts';
import { RECONNECT, RETRY, backoff } from '../network/backoff.ts';
import type { Clock, Random } from '../base/env.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { noteChecked } from '../mirror/cacheStatus.ts';
import { BROKEN_OFF } from '../mirror/fetchSegments.ts';
import { catchUp } from '../mirror/snapshot.ts';
import type { OpenEvents, Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';

export interface FeedDeps {
  entity: Country;
  db: MirrorDb;
  call: Transport['call'];
  openEvents: OpenEvents;
  clock: Clock;
  random: Random;
  /** Called when the server reports a change of permissions or of the session. */
  onSession: () => void;
  /** Called with the build time of the console that the server serves, in epoch seconds (VER-4). */
  onVersion: (releaseTime: number) => void;
  /** Called when one of the person's imports has finished on the server. */
  onImport: () => void;
  /** Called when the person's notifications change. */
  onBell: () => void;
  /** Called with the id of an import whose list of tasks, price lists or batches changed. */
  onBatches: (importId: string) => void;
  /**
   * Called when a stream opens. Changes of permissions, the menu and notifications before that were not reported, so
   * they must be requested.
   */
  onOpen: () => void;
  /** Called when the mirror's database fails (MR5). */
  onBroken: (error: unknown) => void;
  /** Called after each attempt, right after the network state is updated. */
  onTried: () => void;
  /** Called when the mirror has caught up with the server. */
  onCaughtUp: () => void;
}

/**
 * The server sends something on the stream at least every 15 s; after this many milliseconds of silence, the stream is
 * considered dead.
 */
const SILENCE = 40_000;
/** Polling interval while there is no stream, in milliseconds. */
const POLL = 20_000;
/**
 * Base delay in milliseconds before a new stream after the server closed one because the person has too many (the
 * actual delay is one to two times as long): each new stream would close another. Polling continues meanwhile.
 */
const TOO_MANY = 5 * 60_000;

/**
 * Keeps one entity's mirror fresh: snapshot, event stream, and changes after each hint. While the server is
 * unreachable, also checks whether it is back: frequently at first, then less often, and immediately on `kick`.
 */
export class Feed {
  private readonly deps: FeedDeps;
  private readonly abort = new AbortController();
  private closeStream: (() => void) | null = null;
  private streamUp = false;
  private lastBeat = 0;
  /** Monotonic time before which no stream is opened. */
  private noStreamUntil = -Infinity;
  private tries = 0;
  private running = false;
  private again = false;
  private cancelTimer: (() => void) | null = null;

  constructor(deps: FeedDeps) {
    this.deps = deps;
    void this.run();
  }

  /** Retries immediately, because the network or the session may be back. */
  kick(): void {
    this.tries = 0;
    void this.run();
  }

  stop(): void {
    this.abort.abort();
    this.cancelTimer?.();
    this.dropStream();
  }

  private async run(): Promise<void> {
    this.again = true;
    if (this.running) return;
    this.running = true;
    try {
      while (this.again && !this.abort.signal.aborted) {
        this.again = false;
        await this.once();
      }
    } catch (error) {
      if (!this.abort.signal.aborted) this.deps.onBroken(error);
    } finally {
      this.running = false;
    }
  }

  private async once(): Promise<void> {
    const { db, call, entity, onTried } = this.deps;
    if (this.streamUp && this.deps.clock.ticks() - this.lastBeat > SILENCE) this.dropStream();
    const result = await catchUp(db, call, entity, this.abort.signal);
    if (this.abort.signal.aborted) return;
    onTried();
    if (result.kind === 'failed') {
      // Any response from the server opens a stream, whose end reveals that the server is gone.
      if (result.outcome.kind === 'retryLater' && !this.closeStream) this.openStream();
      // A load that was broken off because the permissions changed says nothing about the server. Without its stream, the
      // console would miss the next change.
      else if (result.outcome.kind !== 'retryLater' && result.outcome !== BROKEN_OFF) this.dropStream();
      this.wait(this.pauseAfter(result.outcome));
      this.tries += 1;
      return;
    }
    await noteChecked(db, entity, this.deps.clock.now());
    if (this.abort.signal.aborted) return;
    this.deps.onCaughtUp();
    if (!this.closeStream) this.openStream();
    this.wait(POLL);
  }

  private pauseAfter(outcome: Outcome): number {
    const { random } = this.deps;
    switch (outcome.kind) {
      case 'noNetwork':
        return backoff(RECONNECT, this.tries, random);
      case 'retryLater':
        return Math.max(outcome.afterMillis ?? 0, backoff({ ...RETRY, most: 15_000 }, this.tries, random));
      default:
        // The person is signed out or no longer allowed. A new session kicks the feed; this delay covers changes that
        // send no signal.
        return 60_000;
    }
  }

  private openStream(): void {
    const { openEvents, entity, clock, random } = this.deps;
    if (clock.ticks() < this.noStreamUntil) return;
    let alive = true;
    const ifAlive = (then: () => void) => () => {
      if (alive) then();
    };
    const close = openEvents(entity, {
      onOpen: ifAlive(() => {
        this.streamUp = true;
        this.tries = 0;
        this.deps.onOpen();
        void this.run();
      }),
      onBell: ifAlive(() => this.deps.onBell()),
      onBatches: importId => {
        if (alive) this.deps.onBatches(importId);
      },
      onChanges: ifAlive(() => void this.run()),
      onSession: ifAlive(() => this.deps.onSession()),
      onVersion: time => {
        if (alive) this.deps.onVersion(time);
      },
      onImport: ifAlive(() => this.deps.onImport()),
      onTooMany: ifAlive(() => {
        this.noStreamUntil = clock.ticks() + TOO_MANY * (1 + random());
        this.dropStream();
        this.wait(POLL);
      }),
      onBeat: ifAlive(() => {
        this.lastBeat = clock.ticks();
      }),
      onError: ifAlive(() => {
        const wasUp = this.streamUp;
        this.dropStream();
        // If an open stream breaks, checks immediately whether the server is gone; if it never opened, checks later.
        if (wasUp) void this.run();
        else {
          this.wait(Math.min(POLL, backoff(RECONNECT, this.tries, this.deps.random)));
          this.tries += 1;
        }
      }),
    });
    this.lastBeat = clock.ticks();
    this.closeStream = () => {
      alive = false;
      close();
    };
  }

  private dropStream(): void {
    this.closeStream?.();
    this.closeStream = null;
    this.streamUp = false;
  }

  private wait(millis: number): void {
    this.cancelTimer?.();
    this.cancelTimer = this.deps.clock.after(millis, () => void this.run());
  }
}
