import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  createReadStream,
  type Dirent,
} from 'node:fs';
import { readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { commandText } from '../base/commandText.ts';
import type { Config } from '../config.ts';
import { cannotUse, databasePlaced, makePrivateFolder, PRIVATE_FILE } from '../db/dataFolder.ts';
import { flushPath, flushTree } from '../db/durableFolder.ts';
import { markRestored } from '../db/feedEpoch.ts';
import { DataFolderInUse, lockFolderPatiently, type FolderLock } from '../db/folderLock.ts';
import type { Database } from '../db/open.ts';
import { eachAtOnce } from '../base/eachAtOnce.ts';
import { isDiskFull } from '../base/errors.ts';
import { copyDatabase, copyTree } from './copyDatabase.ts';
import { readAllTables } from './readAllTables.ts';
import { requestCopy } from './request.ts';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';

/**
 * Returns the hexadecimal SHA-256 of a file's content.
 * @throws Error if the file cannot be read
 */
async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/** Thrown if a backup or restore is not possible; the message is shown to the person who requested it. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** Prints progress for the person who is waiting. */
const say = (text: string): void => console.log(text);

type Place = Pick<Config, 'dataDir' | 'files' | 'databaseUrl'>;

/** The content of `backup.json`, which is stored next to the copies. */
interface Manifest {
  version: 1;
  /** When the backup was made, as an ISO time. */
  made: string;
  /** False if the files are in a bucket, which must be backed up separately. */
  withFiles: boolean;
  /** Size of each file, by its path in the backup. */
  sizes: Record<string, number>;
  /** Hexadecimal SHA-256 of each file, by its path; missing in backups made by earlier releases. */
  sums?: Record<string, string>;
}

const MANIFEST = 'backup.json';
/** Prefix of the folder in which a copy is opened to test it before it is used. */
const TRIAL = 'restoring-';

const POSTGRES_TEXT =
  'DATABASE_URL is set: PostgreSQL has its own tools. Back it up with\n' +
  '  pg_dump --format=custom --file=ops-portal.dump "$DATABASE_URL"\n' +
  'and then copy the folder or bucket of OPS_FILES. Restore with\n' +
  '  pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" ops-portal.dump\n' +
  'while no server is running, and copy the files back.';

/** Sizes of all files in a folder and its subfolders, by path. */
async function sizesOf(folder: string): Promise<Record<string, number>> {
  const walk = async (path: string): Promise<[string, number][]> => {
    const found = await eachAtOnce(
      await readdir(path, { withFileTypes: true }),
      async (entry): Promise<[string, number][]> => {
        const inner = join(path, entry.name);
        if (entry.isDirectory()) return walk(inner);
        if (!entry.isFile() || inner === join(folder, MANIFEST)) return [];
        return [[relative(folder, inner), (await stat(inner)).size]];
      },
    );
    return found.flat();
  };
  return Object.fromEntries(await walk(folder));
}

/** Removes a folder with everything in it while the thread does other work. */
const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Moves a folder, even across file systems. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyTree(from, to);
    await removeFolder(from);
  }
}

/**
 * Copies the database of `dataDir` to `target`: through the server that has the folder locked or, if there is none,
 * directly from the database's files.
 */
async function copyTo(dataDir: string, target: string): Promise<'served' | 'at rest'> {
  let lock: FolderLock;
  try {
    lock = await lockFolderPatiently(dataDir, undefined, say);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const copy = await requestCopy(dataDir);
    await move(join(copy, 'database'), target);
    await removeFolder(copy);
    return 'served';
  }
  try {
    await copyTree(join(dataDir, 'database'), target);
    return 'at rest';
  } finally {
    lock.release();
  }
}

/**
 * Backs up the embedded database and the uploaded files to the new folder `target`. A server may be running.
 * @throws BackupRefused, DataFolderUnusable
 */
export async function backUp(place: Place, target: string): Promise<{ bytes: number; files: number; served: boolean }> {
  if (place.databaseUrl !== undefined) throw new BackupRefused(POSTGRES_TEXT);
  if (!existsSync(join(place.dataDir, 'database', 'PG_VERSION'))) {
    throw new BackupRefused(`There is no database in ${place.dataDir}. Set OPS_DATA to the data folder of the server.`);
  }
  const { how, ...made } = await assemble(place, target, to => copyTo(place.dataDir, to));
  return { ...made, served: how === 'served' };
}

/** Called during a backup with the current step, the number of bytes processed so far, and the total. */
export type OnStep = (step: string, done: number, total: number) => Promise<void> | void;

/**
 * Backs up this process's database and the uploaded files to the new folder `target`.
 * @throws BackupRefused if the disk lacks space, or if the database is not embedded
 */
export async function backUpServed(
  database: Database,
  place: Pick<Place, 'files'>,
  target: string,
  onStep: OnStep,
): Promise<{ bytes: number; files: number }> {
  const { folder } = database;
  if (folder === undefined) throw new BackupRefused(POSTGRES_TEXT);
  const bytesOf = async (path: string) => Object.values(await sizesOf(path)).reduce((a, b) => a + b, 0);
  const filesFolder = 'folder' in place.files && existsSync(place.files.folder) ? place.files.folder : null;
  const total = (await bytesOf(folder)) + (filesFolder === null ? 0 : await bytesOf(filesFolder));
  makePrivateFolder(dirname(target));
  const { bavail, bsize } = await statfs(dirname(target));
  if (bavail * bsize < total + ROOM_LEFT)
    throw new BackupRefused(
      `The backup needs ${mega(total)} MB, but only ${mega(bavail * bsize)} MB are free at ${dirname(target)}. Make room, or set OPS_BACKUPS to another disk.`,
    );
  const copied = counter('Copying', total, onStep);
  return assemble({ files: place.files }, target, to => copyDatabase(database, to, copied), copied, onStep);
}

/** Number of bytes that must stay free for the database itself after a backup. */
const ROOM_LEFT = 256 * 1_048_576;
const mega = (bytes: number): string => (bytes / 1_048_576).toFixed(0);

const counter = (step: string, total: number, onStep: OnStep): ((bytes: number) => Promise<void>) => {
  let done = 0;
  return async bytes => {
    done += bytes;
    await onStep(step, Math.min(done, total), total);
  };
};

/** Builds a backup in a temporary folder, which gets its final name once the backup is complete. */
async function assemble<H>(
  place: Pick<Place, 'files'>,
  target: string,
  copyDatabaseTo: (folder: string) => Promise<H>,
  onFile?: (bytes: number) => Promise<void>,
  onStep: OnStep = () => undefined,
): Promise<{ bytes: number; files: number; how: H }> {
  if (existsSync(target)) throw new BackupRefused(`${target} already exists. Give a folder that does not exist yet.`);
  const partial = `${target}.part`;
  try {
    await removeFolder(partial);
    makePrivateFolder(partial);
    const how = await copyDatabaseTo(join(partial, 'database'));
    // Files are copied after the database, so that every file to which the copied database refers already exists.
    const withFiles = 'folder' in place.files;
    if ('folder' in place.files && existsSync(place.files.folder)) {
      await copyTree(place.files.folder, join(partial, 'files'), undefined, onFile);
    }
    const sizes = await sizesOf(partial);
    const bytes = Object.values(sizes).reduce((a, b) => a + b, 0);
    const summed = counter('Computing checksums', bytes, onStep);
    const sums = Object.fromEntries(
      await eachAtOnce(Object.entries(sizes), async ([path, size]): Promise<[string, string]> => {
        const sum = await sumOf(join(partial, path));
        await summed(size);
        return [path, sum];
      }),
    );
    const manifest: Manifest = { version: 1, made: new Date().toISOString(), withFiles, sizes, sums };
    writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest)}\n`, { mode: PRIVATE_FILE });
    await onStep('Writing to the disk', bytes, bytes);
    await flushTree(partial);
    renameSync(partial, target);
    return { bytes, files: Object.keys(sizes).length, how };
  } catch (error) {
    await removeFolder(partial);
    if (!isDiskFull(error)) throw error;
    throw new BackupRefused(
      `The disk of ${dirname(target)} is full, so no backup was made. Make room there, or choose a folder on another disk. Nothing is damaged.`,
    );
  }
}

/** Ends the names of backups that are being removed. They are not listed, and the next removal completes them. */
const REMOVED = '.removed.part';

/**
 * Removes a backup from a folder. It disappears from the list in one step, so that an interrupted removal leaves no
 * backup with missing files. Does nothing if it has already been removed.
 */
export async function removeBackup(folder: string, name: string): Promise<void> {
  const complete = async (): Promise<void> => {
    for (const entry of await readdir(folder)) if (entry.endsWith(REMOVED)) await removeFolder(join(folder, entry));
  };
  await complete();
  try {
    await rename(join(folder, name), join(folder, name + REMOVED));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await complete();
}

/** A backup, as listed on the System page. */
export interface Listed {
  name: string;
  /** When the backup was made, as an ISO time. */
  made: string;
  bytes: number;
  files: number;
  /** SHA-256 of the list of files with their checksums. If it is equal for two backups, they are identical. */
  sum: string;
}

/** The entries of a folder; none if it does not exist or cannot be read, which creating a backup reports. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Returns the complete backups in a folder, newest first. */
export async function listBackups(folder: string): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const entry of entriesOf(folder)) {
    const file = join(folder, entry.name, MANIFEST);
    if (!entry.isDirectory() || entry.name.endsWith('.part') || !existsSync(file)) continue;
    try {
      const { made, sizes } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
      const all = Object.values(sizes);
      const bytes = all.reduce((a, b) => a + b, 0);
      found.push({ name: entry.name, made, bytes, files: all.length, sum: await sumOf(file) });
    } catch {
      // If a file of this name contains something else, the folder is not a backup.
    }
  }
  return found.toSorted((a, b) => (a.made < b.made ? 1 : -1));
}

/**
 * @throws BackupRefused that names the first file that is missing, differs in size or content, or does not belong to
 * the backup
 */
async function readManifest(source: string): Promise<Manifest> {
  if (!existsSync(join(source, MANIFEST)))
    throw new BackupRefused(
      `${source} is not a backup: it has no ${MANIFEST}. Give a folder that ${commandText('backup')} made.`,
    );
  const damaged = (what: string): BackupRefused =>
    new BackupRefused(`The backup ${source} is damaged: ${what}. Nothing was changed. Restore another backup.`);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(join(source, MANIFEST), 'utf8')) as Manifest;
  } catch {
    throw damaged(`${MANIFEST} cannot be read`);
  }
  if (manifest.version !== 1)
    throw new BackupRefused(`${source} was made by a later release. Restore it with that one.`);
  const { sizes, sums } = manifest;
  const found = await sizesOf(source);
  for (const [path, size] of Object.entries(sizes)) {
    if (found[path] === undefined) throw damaged(`${path} is missing`);
    if (found[path] !== size) throw damaged(`${path} has ${found[path]} bytes instead of ${size}`);
  }
  if (sums === undefined) {
    say(
      `The backup ${source} was made by a release that stored no checksums. Each of its tables is read once instead; a damaged ` +
        'uploaded file or index would not be noticed.',
    );
    return manifest;
  }
  for (const path of Object.keys(found)) {
    if (sums[path] === undefined)
      throw new BackupRefused(
        `${path} in ${source} is not part of the backup. Move it out of the folder and restore again. Nothing was changed.`,
      );
    if ((await sumOf(join(source, path))) !== sums[path])
      throw damaged(`${path} is not as it was when the backup was made`);
  }
  return manifest;
}

/**
 * Replaces one folder with another.
 * @returns the path where the previous folder is kept, and a function that restores it
 */
function swap(from: string, to: string, suffix: string): { kept: string | null; undo: () => void } {
  const kept = existsSync(to) && readdirSync(to).length > 0 ? `${to}.${suffix}` : null;
  if (kept === null) rmSync(to, { recursive: true, force: true });
  else renameSync(to, kept);
  const putBack = (): void => {
    if (kept !== null) renameSync(kept, to);
  };
  try {
    renameSync(from, to);
  } catch (error) {
    putBack();
    throw error;
  }
  const undo = (): void => {
    renameSync(to, from);
    putBack();
  };
  return { kept, undo };
}

/**
 * Ends the task that made a backup: it was still running when the database was copied, so the restored server would
 * make the backup again.
 */
async function endOwnTask({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ known: boolean }>(
    "SELECT to_regclass('system_tasks') IS NOT NULL AND to_regclass('jobs') IS NOT NULL AS known",
  );
  // Earlier releases had no such tasks.
  if (rows[0]?.known !== true) return;
  await pool.query(
    `UPDATE system_tasks SET state = 'done', step = '', message = 'this database was restored from it', ended_at = extract(epoch FROM now())::int8
      WHERE kind = 'backup' AND ended_at IS NULL`,
  );
  await pool.query("DELETE FROM jobs WHERE kind = 'system' AND payload->>'task' = 'backup'");
}

/** Prepares the database of a backup for its next start. */
async function prepareRestored(database: Database): Promise<void> {
  await endOwnTask(database);
  const { rows } = await database.pool.query<{ known: boolean }>("SELECT to_regclass('meta') IS NOT NULL AS known");
  if (rows[0]?.known === true) await markRestored(database.pool);
}

/**
 * Restores a backup to the data folder. First verifies its checksums, then opens a copy of it next to the data and
 * reads every table. Only a completely readable copy replaces the existing data, which is kept.
 * @throws BackupRefused, DataFolderInUse while a server is running, DataFolderUnusable
 */
export async function restore(place: Place, source: string): Promise<{ made: string; kept: string[] }> {
  if (place.databaseUrl !== undefined) throw new BackupRefused(POSTGRES_TEXT);
  const manifest = await readManifest(source);
  const lock = await lockFolderPatiently(place.dataDir, undefined, say);
  const suffix = `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  for (const name of readdirSync(place.dataDir)) {
    if (name.startsWith(TRIAL)) rmSync(join(place.dataDir, name), { recursive: true, force: true });
  }
  const trial = mkdtempSync(join(place.dataDir, TRIAL));
  const filesCopy = 'folder' in place.files ? `${place.files.folder}.restored` : null;
  try {
    await copyTree(join(source, 'database'), join(trial, 'database'));
    const unread = await readAllTables(trial, prepareRestored);
    if (unread !== null)
      throw new BackupRefused(
        `The backup ${source} is damaged: ${unread}. Nothing was changed. Restore another backup.`,
      );
    const withFiles = filesCopy !== null && manifest.withFiles && existsSync(join(source, 'files'));
    if (withFiles) {
      rmSync(filesCopy, { recursive: true, force: true });
      await copyTree(join(source, 'files'), filesCopy);
      await flushTree(filesCopy);
    }
    await flushTree(trial);
    const database = swap(join(trial, 'database'), join(place.dataDir, 'database'), suffix);
    let kept = [database.kept];
    try {
      if (withFiles && 'folder' in place.files) kept = [...kept, swap(filesCopy, place.files.folder, suffix).kept];
    } catch (error) {
      database.undo();
      throw error;
    }
    databasePlaced(place.dataDir);
    await flushPath(place.dataDir);
    return { made: manifest.made, kept: kept.filter(path => path !== null) };
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? cannotUse(place.dataDir, error) : error;
  } finally {
    rmSync(trial, { recursive: true, force: true });
    if (filesCopy !== null) rmSync(filesCopy, { recursive: true, force: true });
    lock.release();
  }
}
