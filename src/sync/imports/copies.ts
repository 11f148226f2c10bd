import { systemClock } from '../base/browser.ts';
import type { Clock } from '../base/env.ts';
import { withTimeout } from '../base/withTimeout.ts';
import { importsName } from '../storage/databaseNames.ts';
import type { QueuedImport } from './db.ts';

/** Timeout in milliseconds for an import's files, because the cache may never respond. */
const KEEP_MOST = 30_000;
/** Timeout in milliseconds for reading or writing a short string. */
const NOTE_MOST = 5_000;

/** An import as stored in its copy; its files are stored next to it. */
type CopiedImport = Omit<QueuedImport, 'seq'> & { seq?: number };

/** full: the browser has no room for the copy; failed: it could not be written for another reason. */
export type Kept = 'kept' | 'none' | 'full' | 'failed';

/**
 * A second copy of every pending import with its files, until it finishes: separate from IndexedDB, in the Cache
 * Storage (OB1). `outbox/copies.ts` explains why it is needed. The files are written first and the import last, so that
 * a copy that contains the import is complete. Until the import finishes, the device stores each file twice. Only `all`
 * rejects, because the queue is the source of truth. Without Cache Storage, the methods do nothing.
 */
export class ImportCopies {
  private readonly name: string;
  private readonly clock: Clock;

  constructor(userId: number, clock: Clock = systemClock) {
    this.name = importsName(userId);
    this.clock = clock;
  }

  /**
   * Resolves once the import and its files have been handed to the browser's file storage, which outlives its process;
   * leaves no partial copy.
   */
  async keep(row: QueuedImport): Promise<Kept> {
    if (typeof caches === 'undefined') return 'none';
    const writing = this.write(row);
    const kept = await withTimeout(writing, KEEP_MOST, this.clock);
    if (kept !== null) return kept;
    // A late copy belongs to an earlier state of the import or to a finished one.
    void writing.then(() => this.drop([row.id]));
    return 'failed';
  }

  private async write(row: QueuedImport): Promise<Kept> {
    try {
      const cache = await caches.open(this.name);
      for (const [at, { blob }] of row.files.entries())
        if (blob) await cache.put(filePath(row.id, at), new Response(blob));
      await cache.put(pathOf(row.id), describe(row));
      return 'kept';
    } catch (error) {
      await this.drop([row.id]);
      return (error as { name?: string } | null)?.name === 'QuotaExceededError' ? 'full' : 'failed';
    }
  }

  /** Updates an import's progress or decision in its copy; does nothing if there is no copy. */
  async note(row: QueuedImport): Promise<void> {
    await this.quietly(async cache => {
      if (await cache.match(pathOf(row.id))) await cache.put(pathOf(row.id), describe(row));
    });
  }

  /**
   * Removes the copies of finished imports. The import record is removed first, because files without one do not count
   * as a copy.
   */
  async drop(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.quietly(async cache => {
      for (const id of ids) await cache.delete(pathOf(id));
      for (const { url } of await cache.keys()) if (ids.includes(idOf(url))) await cache.delete(pathIn(url));
    });
  }

  async clear(): Promise<void> {
    if (typeof caches === 'undefined') return;
    await this.answered(caches.delete(this.name));
  }

  /** Ids of the imports for which any data is copied. */
  async ids(): Promise<string[]> {
    let found: string[] = [];
    await this.quietly(async cache => {
      found = (await cache.keys()).map(({ url }) => idOf(url));
    });
    return [...new Set(found)];
  }

  /** Whether any copied data exists; never creates a cache. */
  async any(): Promise<boolean> {
    return (await this.ids()).length > 0;
  }

  /**
   * Reads the complete copies in order, including their files; skips unreadable ones.
   * @throws if no copy can be read, so that the caller does not assume that none exist
   */
  async all(): Promise<CopiedImport[]> {
    if (typeof caches === 'undefined' || !(await caches.has(this.name))) return [];
    const cache = await caches.open(this.name);
    const urls = (await cache.keys()).map(({ url }) => url);
    const read = async (url: string): Promise<CopiedImport | null> => {
      try {
        const row = (await (await cache.match(pathIn(url)))?.json()) as CopiedImport;
        const files = await Promise.all(
          row.files.map(async (file, at) => ({ ...file, blob: await blobOf(cache, filePath(row.id, at)) })),
        );
        return files.some(({ blob }) => blob === null) ? null : { ...row, files };
      } catch {
        return null;
      }
    };
    const rows = await Promise.all(urls.filter(url => pathIn(url) === pathOf(idOf(url))).map(read));
    return rows.filter(row => row !== null).sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  }

  private async quietly(work: (cache: Cache) => Promise<void>): Promise<void> {
    if (typeof caches === 'undefined') return;
    const run = async (): Promise<void> => {
      if (await caches.has(this.name)) await work(await caches.open(this.name));
    };
    await this.answered(run());
  }

  /** Never rejects: leftovers are handled at the next start. */
  private async answered(work: Promise<unknown>): Promise<void> {
    await withTimeout(work, NOTE_MOST, this.clock).catch(() => undefined);
  }
}

const pathOf = (id: string): string => `/ops-imports/${encodeURIComponent(id)}`;
const filePath = (id: string, at: number): string => `${pathOf(id)}/${at}`;
const pathIn = (url: string): string => new URL(url).pathname;
const idOf = (url: string): string => decodeURIComponent(pathIn(url).split('/')[2] ?? '');

const describe = (row: QueuedImport): Response =>
  new Response(JSON.stringify({ ...row, files: row.files.map(file => ({ ...file, blob: null })) }));

const blobOf = async (cache: Cache, path: string): Promise<Blob | null> =>
  (await (await cache.match(path))?.blob()) ?? null;
