import type { Outcome } from '../types.ts';
import type { StoredEntry } from './entry.ts';

/** This status is about the caller, not about one record: nothing of the person's goes before its wait is over. */
const TOO_MANY = 429;

/**
 * Until when the server asked to wait (Retry-After, OB7), by a sender's ticks. That it did so stands with the entry it was told
 * about, in the outbox, until that is sent again: so whoever sends next waits too, a tab that takes over or a reloaded one.
 * How long ago it was said no clock tells across processes (OB5). So whoever sends notes there what is left of it, and the next
 * one waits for that much from its start: short-lived senders one after another come to an end of it too.
 */
export class RetryAfter {
  private readonly waits = new Map<string, { until: number; all: boolean }>();

  /**
   * Takes the queue as it is: what no entry carries any more is over, such as by a person's wish.
   *
   * @param settling entries whose answers are on their way into the outbox
   */
  read(open: readonly StoredEntry[], settling: ReadonlySet<string>, now: number): void {
    const carried = new Set(open.filter(({ problem }) => problem?.afterMillis !== undefined).map(({ id }) => id));
    for (const id of this.waits.keys()) if (!carried.has(id) && !settling.has(id)) this.waits.delete(id);
    for (const { id, problem } of open) {
      if (problem?.afterMillis !== undefined && !this.waits.has(id))
        this.set(id, problem.status, problem.afterMillis, now);
    }
  }

  /** An answer has come. Noted before it is stored: what is stored nobody may find unnoted. */
  note(id: string, outcome: Outcome, now: number): void {
    if (outcome.kind === 'retryLater' && outcome.afterMillis !== null)
      this.set(id, outcome.status, outcome.afterMillis, now);
    else this.waits.delete(id);
  }

  private set(id: string, status: number, afterMillis: number, now: number): void {
    this.waits.set(id, { until: now + afterMillis, all: status === TOO_MANY });
  }

  /** What is left of each wait, in milliseconds. */
  left(now: number): { id: string; afterMillis: number }[] {
    return [...this.waits].flatMap(([id, { until }]) => (until > now ? [{ id, afterMillis: until - now }] : []));
  }

  /** Before this nothing goes; 0 where nothing waits. */
  get all(): number {
    return Math.max(0, ...[...this.waits.values()].filter(({ all }) => all).map(({ until }) => until));
  }

  /** Before this the entry does not go. */
  of({ id }: Pick<StoredEntry, 'id'>): number {
    return this.waits.get(id)?.until ?? 0;
  }

  /** The next one that is over after `now`; Infinity where none is. */
  next(now: number): number {
    return Math.min(...[...this.waits.values()].map(({ until }) => until).filter(until => until > now));
  }
}
