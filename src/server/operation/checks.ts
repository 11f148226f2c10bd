import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from '../../contract/operation.ts';
import type { Database } from '../db/open.ts';
import { migrationsFolder } from '../migrate/migrate.ts';

/** The conditions that a server must meet in order to accept calls. Details contain neither addresses nor secrets. */

/** How long a health check or a metric waits for the database, in milliseconds. */
export const DATABASE_MILLIS = 3_000;
/** If fewer bytes than this are free, the embedded database and uploads will soon fail. */
const ROOM_LEAST = 200 * 1_048_576;

/** Rejects if some work takes longer than a number of milliseconds. */
export const within = <T>(millis: number, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no response in time')), millis).unref();
    }),
  ]);

async function attempt(name: string, work: () => Promise<string | null>): Promise<Check> {
  try {
    const problem = await work();
    return { name, ok: problem === null, detail: problem ?? '' };
  } catch {
    return { name, ok: false, detail: 'It does not respond.' };
  }
}

async function migrationsWanted(): Promise<number> {
  const journal = JSON.parse(await readFile(join(migrationsFolder(), 'meta', '_journal.json'), 'utf8')) as {
    entries: unknown[];
  };
  return journal.entries.length;
}

/** Why the server cannot write to the data folder, or null if it can. */
async function folderProblem(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  if (found === null)
    return 'The data folder is missing, or this account may not read it. Put it back, then start the server again.';
  if (!found.isDirectory()) return 'The data folder is a file. Set OPS_DATA to a folder.';
  const writable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return writable ? null : 'The server cannot write to the data folder. Let its account write there.';
}

/** @param folder the folder to which the server writes, or undefined if there is none */
export function readyChecks({ pool }: Pick<Database, 'pool'>, folder: string | undefined): Promise<Check[]> {
  return Promise.all([
    attempt('database', async () => {
      await within(DATABASE_MILLIS, pool.query('SELECT 1'));
      return null;
    }),
    attempt('migrations', async () => {
      const counted = pool.query<{ count: number }>('SELECT count(*) AS count FROM drizzle.__drizzle_migrations');
      const { rows } = await within(DATABASE_MILLIS, counted);
      const [wanted, done] = [await migrationsWanted(), Number(rows[0]?.count ?? 0)];
      // A newer release may already have migrated the database; this release keeps working until it is replaced.
      return done >= wanted ? null : `${wanted - done} of ${wanted} are missing. Start the server again.`;
    }),
    attempt('disk', async () => {
      if (folder === undefined) return null;
      const problem = await folderProblem(folder);
      if (problem !== null) return problem;
      const { bavail, bsize } = await statfs(folder);
      const room = bavail * bsize;
      return room >= ROOM_LEAST ? null : `Only ${Math.floor(room / 1_048_576)} MB are free in the data folder.`;
    }),
  ]);
}
