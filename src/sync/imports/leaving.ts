import { OPEN_STATES, removeEmptyImports, withImports, type ImportsDb, type OpenImports } from './db.ts';
import { importsName } from '../storage/databaseNames.ts';
import { ImportCopies } from './copies.ts';
import { tidyImportCopies } from './restore.ts';
import { ifThere } from '../storage/lockedDb.ts';

/** Counts a person's unsent imports before signing out, and handles them afterward (OB6). */

const withDb = <T>(userId: number, none: T, work: (db: ImportsDb) => Promise<T>): Promise<T> =>
  ifThere(
    importsName(userId),
    none,
    () => withImports(userId, work),
    () => new ImportCopies(userId).any(),
  );

/** Number of unfinished imports. */
export const unsentImports = (userId: number): Promise<number> => withDb(userId, 0, db => db.openCount());

/** Number of imports that wait for the person's decision. */
export const undecidedImports = (userId: number): Promise<number> => withDb(userId, 0, db => db.undecidedCount());

/** The kinds of the unfinished imports. */
export const openImports = (userId: number): Promise<OpenImports> => {
  const none: OpenImports = { open: { imports: 0, bulks: 0 }, undecided: { imports: 0, bulks: 0 } };
  return withDb(userId, none, db => db.openKinds());
};

/** Number of imports whose files were selected but not applied. */
export const importDrafts = (userId: number): Promise<number> => withDb(userId, 0, db => db.draftCount());

/** Number of the last import; 0 if there is none. */
export const lastImport = (userId: number): Promise<number> =>
  withDb(userId, 0, async db => (await db.queue.orderBy('seq').last())?.seq ?? 0);

/**
 * Removes everything if no import is unsent and none was started.
 * @param discard number up to which the person discarded imports (0 for none), together with unapplied drafts; later
 * imports are kept. Null if the person discarded nothing
 */
export async function leaveImports(userId: number, discard: number | null): Promise<void> {
  await withDb(userId, undefined, async db => {
    await db.queue
      .where('state')
      .anyOf([...OPEN_STATES])
      .and(({ seq }) => seq <= (discard ?? 0))
      .modify(row => {
        row.state = 'discarded';
        row.files = row.files.map(file => ({ ...file, blob: null }));
      });
    if (discard !== null) await db.drafts.clear();
    await db.emptyEnded();
    await tidyImportCopies(db);
  });
  await removeEmptyImports(userId);
}
