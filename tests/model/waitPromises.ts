import type { StoredEntry } from '../../src/sync/outbox/entry.ts';

interface Wait {
  userId: number;
  /** Attempts of the entry at its Retry-After: it is kept again for other reasons. */
  attempts: number;
  /** The clock's ticks. */
  until: number;
  /** The caller is meant, not one record. */
  all: boolean;
  /** On their way at that time. */
  flying: ReadonlySet<string>;
}

/**
 * OB7, Retry-After: from the moment in which a device has noted that the server asked to wait, the write does not go before
 * that time is over, whoever sends by then, and after a 429 no other write of the person either. A person may lift it, who
 * asks for the entry again or discards it.
 */
export class WaitPromises {
  private readonly waits = new Map<string, Wait>();

  /** An entry as it was just kept, among all of its person's. */
  kept(userId: number, { id, attempts, state, problem }: StoredEntry, all: readonly StoredEntry[], now: number): void {
    // Taken: it may only leave when the time is over.
    if (state === 'sending') return;
    if (state !== 'queued' || problem?.afterMillis === undefined) {
      this.waits.delete(id);
      return;
    }
    if (this.waits.get(id)?.attempts === attempts) return;
    const flying = new Set(all.filter(other => other.state === 'sending').map(other => other.id));
    this.waits.set(id, { userId, attempts, until: now + problem.afterMillis, all: problem.status === 429, flying });
  }

  /** The device may have lost what it had noted. */
  forget(): void {
    this.waits.clear();
  }

  /** The promise that a write breaks by leaving now, in words; null for none. */
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
