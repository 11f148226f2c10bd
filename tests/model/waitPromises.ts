import type { StoredEntry } from '../../src/sync/outbox/entry.ts';

interface Wait {
  userId: number;
  /**
   * Number of the entry's attempts when it received the Retry-After; distinguishes this from entries that are stored
   * again for other reasons.
   */
  attempts: number;
  /** End of the delay, in ticks of the clock. */
  until: number;
  /** Whether the delay applies to all of the person's writes instead of a single record's. */
  all: boolean;
  /** Writes that were in flight at that time. */
  flying: ReadonlySet<string>;
}

/**
 * OB7, Retry-After: once a device has recorded that the server requested a delay, no process sends the write before
 * that delay is over; after a 429, the same applies to all other writes of the person. The person may end the delay by
 * retrying or discarding the entry.
 */
export class WaitPromises {
  private readonly waits = new Map<string, Wait>();

  /** Called with an entry that was just stored and with all entries of the same person. */
  kept(userId: number, { id, attempts, state, problem }: StoredEntry, all: readonly StoredEntry[], now: number): void {
    // A sender claimed the entry, which it may send only when the delay is over.
    if (state === 'sending') return;
    if (state !== 'queued' || problem?.afterMillis === undefined) {
      this.waits.delete(id);
      return;
    }
    if (this.waits.get(id)?.attempts === attempts) return;
    const flying = new Set(all.filter(other => other.state === 'sending').map(other => other.id));
    this.waits.set(id, { userId, attempts, until: now + problem.afterMillis, all: problem.status === 429, flying });
  }

  /** The device may have lost what it had recorded. */
  forget(): void {
    this.waits.clear();
  }

  /** Describes the promise that sending a write now would break; null if there is none. */
  brokenBy(userId: number, id: string, now: number): string | null {
    const own = this.waits.get(id);
    if (own && own.until > now) return `OB7: ${id} was sent ${own.until - now} ms before the server wanted it`;
    for (const [carrier, { userId: whose, all, until, flying }] of this.waits) {
      if (all && whose === userId && until > now && !flying.has(id))
        return `OB7: ${id} was sent ${until - now} ms before the Retry-After of ${carrier}`;
    }
    return null;
  }
}
