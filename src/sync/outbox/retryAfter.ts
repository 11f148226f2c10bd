import type { Outcome } from '../types.ts';
import type { StoredEntry } from './entry.ts';

/**
 * A 429 applies to the caller instead of a single record: none of the person's writes is sent before its delay is over.
 */
const TOO_MANY = 429;

/**
 * Retry-After delays (OB7), in a sender's ticks. A delay is stored with its entry in the outbox until the entry is
 * resent, so that the next sender, in another tab or after a reload, also observes it. Processes share no clock (OB5),
 * so a sender regularly stores the remaining delay, and the next one waits that long from its own start. A delay
 * therefore also ends under a series of short-lived senders.
 */
export class RetryAfter {
  private readonly waits = new Map<string, { until: number; all: boolean }>();

  /**
   * Reads the delays from the queue. A delay that no entry contains anymore is over, e.g. because the person ended it.
   *
   * @param settling entries whose responses are about to be stored in the outbox
   */
  read(open: readonly StoredEntry[], settling: ReadonlySet<string>, now: number): void {
    const carried = new Set(open.filter(({ problem }) => problem?.afterMillis !== undefined).map(({ id }) => id));
    for (const id of this.waits.keys()) if (!carried.has(id) && !settling.has(id)) this.waits.delete(id);
    for (const { id, problem } of open) {
      if (problem?.afterMillis !== undefined && !this.waits.has(id))
        this.set(id, problem.status, problem.afterMillis, now);
    }
  }

  /** Notes a response before it is stored, so that every stored response has been noted. */
  note(id: string, outcome: Outcome, now: number): void {
    if (outcome.kind === 'retryLater' && outcome.afterMillis !== null)
      this.set(id, outcome.status, outcome.afterMillis, now);
    else this.waits.delete(id);
  }

  private set(id: string, status: number, afterMillis: number, now: number): void {
    this.waits.set(id, { until: now + afterMillis, all: status === TOO_MANY });
  }

  /** The remaining delay of each entry, in milliseconds. */
  left(now: number): { id: string; afterMillis: number }[] {
    return [...this.waits].flatMap(([id, { until }]) => (until > now ? [{ id, afterMillis: until - now }] : []));
  }

  /** The tick before which nothing in the queue is sent; 0 if there is no delay. */
  get all(): number {
    return Math.max(0, ...[...this.waits.values()].filter(({ all }) => all).map(({ until }) => until));
  }

  /** The tick before which the entry is not sent; 0 if it has no delay. */
  of({ id }: Pick<StoredEntry, 'id'>): number {
    return this.waits.get(id)?.until ?? 0;
  }

  /** The earliest end of a delay after `now`; Infinity if there is none. */
  next(now: number): number {
    return Math.min(...[...this.waits.values()].map(({ until }) => until).filter(until => until > now));
  }
}
