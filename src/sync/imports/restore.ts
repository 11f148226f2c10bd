import { Dexie } from 'dexie';
import { withTimeout } from '../base/withTimeout.ts';
import type { ImportsDb, QueuedImport } from './db.ts';

/** Marks a newly created database, in the table of header choices, until it has checked for copies. */
export const UNRESTORED = 'copies not looked at yet';

/**
 * Time in milliseconds to wait for the cache; if it does not respond, imports continue, and it is read again at the
 * next opening.
 */
const COPIES_MOST = 5000;

const isOpen = ({ state }: Pick<QueuedImport, 'state'>): boolean => state !== 'applied' && state !== 'discarded';

/**
 * Restores into a new database what the browser lost with the previous one: unfinished imports that have copies, with
 * their files, in order and under their own keys (OB3), so that nothing already on the server is applied twice.
 */
export async function restoreImports(db: ImportsDb): Promise<void> {
  const { mappings, queue, copies } = db;
  // Runs while the database is being opened, so that everything else waits for it.
  if (!(await Dexie.vip(() => mappings.get(UNRESTORED)))) return;
  const lost = await withTimeout(copies.all(), COPIES_MOST);
  if (!lost) return;
  const take = async (): Promise<void> => {
    if (!(await mappings.get(UNRESTORED))) return;
    await mappings.delete(UNRESTORED);
    for (const copy of lost) {
      if (!isOpen(copy) || (await queue.where('id').equals(copy.id).first())) continue;
      const row = { ...copy };
      // Removed so that the new database assigns a new number.
      delete row.seq;
      if (row.state === 'uploading') row.state = 'waiting';
      await queue.add(row as QueuedImport);
    }
  };
  await Dexie.vip(() => db.transaction('rw', mappings, queue, take));
}

/** Removes copies that outlived their imports because a process ended too early. Never rejects. */
export async function tidyImportCopies(db: Pick<ImportsDb, 'copies' | 'queue' | 'mappings'>): Promise<void> {
  const { copies, queue, mappings } = db;
  try {
    // If a new database could not restore the copies yet, they are the only data left.
    if (await mappings.get(UNRESTORED)) return;
    const stale: string[] = [];
    for (const id of await copies.ids()) {
      const row = await queue.where('id').equals(id).first();
      if (!row || !isOpen(row)) stale.push(id);
    }
    await copies.drop(stale);
  } catch {
    // The copies are checked again at the next start.
  }
}
