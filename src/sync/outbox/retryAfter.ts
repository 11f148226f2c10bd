import type { Outcome } from '../types.ts';
import type { StoredEntry } from './entry.ts';

/** This status concerns the caller, not one record: no write of the person is sent before its wait is over. */
const TOO_MANY = 429;

/**
 * Retry-After waits (OB7), by a sender's ticks. The wait is stored with its entry in the outbox until that is sent again, so
 * the next sender waits too: a tab that takes over, or a reloaded one. No clock is shared across processes (OB5), so a sender
 * stores the rest of the wait now and then, and the next one waits for that much from its start: short-lived senders one
 * after another reach the end of it too.
 */
export class RetryAfter {
  private readonly waits = new Map<string, { until: number; all: boolean }>();

  /**
   * Takes the queue as it is: what no entry carries any more is over, e.g. ended by a person.
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

  /** Notes an answer before it is stored: no reader may find a stored answer that is not noted. */
  note(id: string, outcome: Outcome, now: number): void {
    if (outcome.kind === 'retryLater' && outcome.afterMillis !== null)
      this.set(id, outcome.status, outcome.afterMillis, now);
    else this.waits.delete(id);
  }

  private set(id: string, status: number, afterMillis: number, now: number): void {
    this.waits.set(id, { until: now + afterMillis, all: status === TOO_MANY });
  }

  /** The rest of each wait, in milliseconds. */
  left(now: number): { id: string; afterMillis: number }[] {
    return [...this.waits].flatMap(([id, { until }]) => (until > now ? [{ id, afterMillis: until - now }] : []));
  }

  /** Before this nothing is sent; 0 if nothing waits. */
  get all(): number {
    return Math.max(0, ...[...this.waits.values()].filter(({ all }) => all).map(({ until }) => until));
  }

  /** Before this the entry is not sent. */
  of({ id }: Pick<StoredEntry, 'id'>): number {
    return this.waits.get(id)?.until ?? 0;
  }

  /** The earliest end of a wait after `now`; Infinity if there is none. */
  next(now: number): number {
    return Math.min(...[...this.waits.values()].map(({ until }) => until).filter(until => until > now));
  }
}
