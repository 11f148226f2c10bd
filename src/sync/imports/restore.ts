import { Dexie } from 'dexie';
import { withTimeout } from '../base/withTimeout.ts';
import type { ImportsDb, QueuedImport } from './db.ts';

/** Is in the table of header choices of a database that was just made, until it has looked for copies. */
export const UNRESTORED = 'copies not looked at yet';

/** A cache that does not answer keeps nobody from their imports: it is asked again at the next opening. */
const COPIES_MOST = 5000;

const isOpen = ({ state }: Pick<QueuedImport, 'state'>): boolean => state !== 'applied' && state !== 'discarded';

/**
 * A new database undoes what the browser lost with the one before: open imports of which there are copies, with their
 * files, in their order and under their own keys (OB3), so that what the server has already does not happen again.
 */
export async function restoreImports(db: ImportsDb): Promise<void> {
  const { mappings, queue, copies } = db;
  // While it is being opened: everyone else waits for it.
  if (!(await Dexie.vip(() => mappings.get(UNRESTORED)))) return;
  const lost = await withTimeout(copies.all(), COPIES_MOST);
  if (!lost) return;
  const take = async (): Promise<void> => {
    if (!(await mappings.get(UNRESTORED))) return;
    await mappings.delete(UNRESTORED);
    for (const copy of lost) {
      if (!isOpen(copy) || (await queue.where('id').equals(copy.id).first())) continue;
      const row = { ...copy };
      // The new database gives it a number of its own.
      delete row.seq;
      if (row.state === 'uploading') row.state = 'waiting';
      await queue.add(row as QueuedImport);
    }
  };
  await Dexie.vip(() => db.transaction('rw', mappings, queue, take));
}

/** Drops copies that outlived their imports: a process was gone before it did. Never rejects. */
export async function tidyImportCopies(db: Pick<ImportsDb, 'copies' | 'queue' | 'mappings'>): Promise<void> {
  const { copies, queue, mappings } = db;
  try {
    // A new database that could not take them back yet: they are all there is.
    if (await mappings.get(UNRESTORED)) return;
    const stale: string[] = [];
    for (const id of await copies.ids()) {
      const row = await queue.where('id').equals(id).first();
      if (!row || !isOpen(row)) stale.push(id);
    }
    await copies.drop(stale);
  } catch {
    // They are looked at again at the next start.
  }
}
