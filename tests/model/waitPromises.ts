import type { StoredEntry } from '../../src/sync/outbox/entry.ts';

interface Wait {
  userId: number;
  /**
   * Attempts of the entry when it received the Retry-After; tells this apart from entries stored again for other
   * reasons.
   */
  attempts: number;
  /** In ticks of the clock. */
  until: number;
  /** Whether the wait applies to all writes of the person instead of one record. */
  all: boolean;
  /** Writes in flight at that time. */
  flying: ReadonlySet<string>;
}

/**
 * OB7, Retry-After: once a device has recorded that the server asked to wait, the write is not sent before that time is
 * over, whichever process sends by then, and after a 429 no other write of the person is either. A person may end the
 * wait by retrying or discarding the entry.
 */
export class WaitPromises {
  private readonly waits = new Map<string, Wait>();

  /** Receives an entry that was just stored, and all entries of its person. */
  kept(userId: number, { id, attempts, state, problem }: StoredEntry, all: readonly StoredEntry[], now: number): void {
    // A sender took the entry; it may send it only when the time is over.
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

  /** The promise that a write breaks by being sent now, in words; null if none. */
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
