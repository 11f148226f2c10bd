import { systemClock } from '../base/browser.ts';
import type { Clock } from '../base/env.ts';
import { withTimeout } from '../base/withTimeout.ts';
import { outboxName } from '../storage/databaseNames.ts';
import type { StoredEntry } from './entry.ts';

/** Timeout in milliseconds for a cache that does not respond. */
const ANSWER_MOST = 5000;

/**
 * A second copy of every confirmed write until it settles, separate from IndexedDB: one file per write in the Cache
 * Storage (OB1).
 *
 * Strict durability does not protect a write from Chromium itself. All databases of a site share one log file. If the
 * browser's process dies while writing to it, the next start appends to the incomplete record, and the following start
 * detects a checksum mismatch and deletes everything: "IndexedDB recovering from a corrupted (and deleted) database".
 * This happened about once in thirty kills of a browser that was writing.
 *
 * Every method except `all` does nothing if the browser has no Cache Storage, and never rejects, because the outbox is
 * the source of truth.
 */
export class Copies {
  private readonly name: string;
  /** Stays open, because nobody deletes the cache while the outbox is open (`inUse.ts`). */
  private cache: Promise<Cache> | null = null;
  private readonly clock: Clock;
  private readonly onLate: () => void;

  /** @param onLate called if copies were written after the timeout: their writes may have settled since */
  constructor(userId: number, clock: Clock = systemClock, onLate: () => void = () => undefined) {
    this.name = outboxName(userId);
    this.clock = clock;
    this.onLate = onLate;
  }

  /** Resolves once the copies have been handed to the browser's file storage, which outlives its process. */
  async keep(entries: readonly StoredEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.quietly(async () => {
      this.cache ??= caches.open(this.name);
      const cache = await this.cache;
      await Promise.all(entries.map(entry => cache.put(pathOf(entry.id), new Response(JSON.stringify(entry)))));
    }, this.onLate);
  }

  /** Removes the copies of settled writes. */
  async drop(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.quietly(async () => {
      if (!(await caches.has(this.name))) return;
      const cache = await caches.open(this.name);
      await Promise.all(ids.map(id => cache.delete(pathOf(id))));
    });
  }

  async clear(): Promise<void> {
    await this.quietly(async () => {
      this.cache = null;
      await caches.delete(this.name);
    });
  }

  /** Ids of the writes that have a copy. */
  async ids(): Promise<string[]> {
    let found: string[] = [];
    await this.quietly(async () => {
      if (!(await caches.has(this.name))) return;
      const keys = await (await caches.open(this.name)).keys();
      found = keys.map(({ url }) => decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)));
    });
    return found;
  }

  /**
   * Reads the copies in order; skips unreadable ones.
   * @throws if no copy can be read in time, so that the caller does not assume that none exist
   */
  async all(): Promise<StoredEntry[]> {
    const found = await withTimeout(this.found(), ANSWER_MOST, this.clock);
    if (!found) throw new Error('The second copies cannot be read.');
    const { cache, requests } = found;
    const read = async (request: Request) => {
      try {
        return (await (await cache?.match(request))?.json()) as StoredEntry | undefined;
      } catch {
        return undefined;
      }
    };
    const copies = await Promise.all(requests.map(read));
    return copies.filter(copy => copy !== undefined).sort((a, b) => a.seq - b.seq);
  }

  private async found(): Promise<{ cache: Cache | null; requests: readonly Request[] }> {
    if (typeof caches === 'undefined' || !(await caches.has(this.name))) return { cache: null, requests: [] };
    const cache = await caches.open(this.name);
    return { cache, requests: await cache.keys() };
  }

  /** @param late called if the work finishes only after the timeout */
  private async quietly(work: () => Promise<void>, late: () => void = () => undefined): Promise<void> {
    if (typeof caches === 'undefined') return;
    let waited = true;
    const working = work().then(
      () => (waited ? undefined : late()),
      () => {
        this.cache = null;
      },
    );
    await withTimeout(
      working.then(() => true),
      ANSWER_MOST,
      this.clock,
    );
    waited = false;
  }
}

const pathOf = (id: string): string => `/ops-outbox/${encodeURIComponent(id)}`;
