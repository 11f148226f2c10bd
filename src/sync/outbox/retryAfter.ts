import type { Outcome } from '../types.ts';
import type { StoredEntry } from './entry.ts';

/** A 429 concerns the caller, not one record: none of the person's writes is sent before its wait is over. */
const TOO_MANY = 429;

/**
 * Retry-After waits (OB7), in a sender's ticks. The wait is stored with its entry in the outbox until that is sent
 * again, so the next sender, in another tab or after a reload, waits too. Processes share no clock (OB5), so a sender
 * regularly stores how much of the wait is left, and the next one waits that long from its own start: a series of
 * short-lived senders also reaches its end.
 */
export class RetryAfter {
  private readonly waits = new Map<string, { until: number; all: boolean }>();

  /**
   * Reads the waits from the queue. A wait that no entry contains any longer is over, for example because a person
   * ended it.
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

  /** Notes an answer before it is stored, so that a stored answer is always already noted. */
  note(id: string, outcome: Outcome, now: number): void {
    if (outcome.kind === 'retryLater' && outcome.afterMillis !== null)
      this.set(id, outcome.status, outcome.afterMillis, now);
    else this.waits.delete(id);
  }

  private set(id: string, status: number, afterMillis: number, now: number): void {
    this.waits.set(id, { until: now + afterMillis, all: status === TOO_MANY });
  }

  /** The remaining wait of each entry, in milliseconds. */
  left(now: number): { id: string; afterMillis: number }[] {
    return [...this.waits].flatMap(([id, { until }]) => (until > now ? [{ id, afterMillis: until - now }] : []));
  }

  /** When the wait of the whole queue ends, in ticks: nothing is sent before; 0 if nothing waits. */
  get all(): number {
    return Math.max(0, ...[...this.waits.values()].filter(({ all }) => all).map(({ until }) => until));
  }

  /** When the entry's wait ends, in ticks: it is not sent before; 0 if it does not wait. */
  of({ id }: Pick<StoredEntry, 'id'>): number {
    return this.waits.get(id)?.until ?? 0;
  }

  /** The earliest end of a wait after `now`; Infinity if there is none. */
  next(now: number): number {
    return Math.min(...[...this.waits.values()].map(({ until }) => until).filter(until => until > now));
  }
}
