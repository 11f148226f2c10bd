import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Config } from '../config.ts';
import { cannotUse, databasePlaced, makeFolder } from '../db/dataFolder.ts';
import { syncTree } from '../db/durableFolder.ts';
import { DataFolderInUse, lockFolderPatiently, type FolderLock } from '../db/folderLock.ts';
import { openDatabase } from '../db/open.ts';
import { copyTree } from './copyDatabase.ts';
import { requestCopy } from './request.ts';

/** A backup or a restore that cannot be carried out, in words for the person who asked for it. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** What a person who waits is told. */
const say = (text: string): void => console.log(text);

type Place = Pick<Config, 'dataDir' | 'files' | 'databaseUrl'>;

/** What lies in `backup.json` beside the copies. */
interface Manifest {
  version: 1;
  /** ISO time. */
  made: string;
  /** False where the files lie in a bucket, which has a backup of its own. */
  withFiles: boolean;
  /** Bytes of each file, by its path in the backup. */
  sizes: Record<string, number>;
}

const MANIFEST = 'backup.json';

const POSTGRES_TEXT =
  'DATABASE_URL is set: PostgreSQL has its own tools. Back it up with\n' +
  '  pg_dump --format=custom --file=ops-portal.dump "$DATABASE_URL"\n' +
  'and then copy the folder or bucket of OPS_FILES. Restore with\n' +
  '  pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" ops-portal.dump\n' +
  'while no server runs, and put the files back.';

/** Sizes of all files below a folder, by path. */
function sizesOf(folder: string): Record<string, number> {
  const sizes: Record<string, number> = {};
  const walk = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) walk(inner);
      else if (entry.isFile() && inner !== join(folder, MANIFEST))
        sizes[relative(folder, inner)] = statSync(inner).size;
    }
  };
  walk(folder);
  return sizes;
}

/** Moves a folder, over the border of file systems as well. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyTree(from, to);
    rmSync(from, { recursive: true, force: true });
  }
}

/** Copies the database of `dataDir` to `target`, from the server that holds it or, where none does, from its files. */
async function copyTo(dataDir: string, target: string): Promise<'served' | 'at rest'> {
  let lock: FolderLock;
  try {
    lock = await lockFolderPatiently(dataDir, undefined, say);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const copy = await requestCopy(dataDir);
    await move(join(copy, 'database'), target);
    rmSync(copy, { recursive: true, force: true });
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
 * Backs up the embedded database and the uploaded files into `target`, a folder that is made. A server may serve meanwhile.
 * @throws BackupRefused, DataFolderUnusable
 */
export async function backUp(place: Place, target: string): Promise<{ bytes: number; files: number; served: boolean }> {
  if (place.databaseUrl !== undefined) throw new BackupRefused(POSTGRES_TEXT);
  if (!existsSync(join(place.dataDir, 'database', 'PG_VERSION'))) {
    throw new BackupRefused(`There is no database in ${place.dataDir}. Set OPS_DATA to the data folder of the server.`);
  }
  if (existsSync(target)) throw new BackupRefused(`${target} exists already. Name a folder that is not there yet.`);
  const partial = `${target}.part`;
  try {
    rmSync(partial, { recursive: true, force: true });
    makeFolder(partial);
    const how = await copyTo(place.dataDir, join(partial, 'database'));
    // After the database: each file that it names is there already.
    const withFiles = 'folder' in place.files;
    if ('folder' in place.files && existsSync(place.files.folder)) {
      await copyTree(place.files.folder, join(partial, 'files'));
    }
    const sizes = sizesOf(partial);
    const manifest: Manifest = { version: 1, made: new Date().toISOString(), withFiles, sizes };
    writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest)}\n`);
    syncTree(partial);
    renameSync(partial, target);
    const all = Object.values(sizes);
    return { bytes: all.reduce((a, b) => a + b, 0), files: all.length, served: how === 'served' };
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? cannotUse(target, error) : error;
  }
}

function readManifest(source: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(join(source, MANIFEST), 'utf8')) as Manifest;
  } catch {
    throw new BackupRefused(`${source} is no backup: it has no ${MANIFEST}. Name a folder that npm run backup made.`);
  }
  if (manifest.version !== 1)
    throw new BackupRefused(`${source} was made by a later release. Restore it with that one.`);
  const found = sizesOf(source);
  const wrong = Object.entries(manifest.sizes).find(([path, size]) => found[path] !== size);
  if (wrong) throw new BackupRefused(`The backup ${source} is not whole: ${wrong[0]} is missing or of another size.`);
  return manifest;
}

/**
 * Puts a backup into the data folder and opens it once, so that it is known to be good. What was there before is kept beside it.
 * @throws BackupRefused, DataFolderInUse while a server runs, DataFolderUnusable
 */
export async function restore(place: Place, source: string): Promise<{ made: string; kept: string[] }> {
  if (place.databaseUrl !== undefined) throw new BackupRefused(POSTGRES_TEXT);
  const manifest = readManifest(source);
  const lock = await lockFolderPatiently(place.dataDir, undefined, say);
  const suffix = `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const kept: string[] = [];
  const put = async (from: string, to: string): Promise<void> => {
    const partial = `${to}.restored`;
    rmSync(partial, { recursive: true, force: true });
    await copyTree(from, partial);
    syncTree(partial);
    if (existsSync(to) && readdirSync(to).length > 0) {
      renameSync(to, `${to}.${suffix}`);
      kept.push(`${to}.${suffix}`);
    } else rmSync(to, { recursive: true, force: true });
    renameSync(partial, to);
  };
  try {
    await put(join(source, 'database'), join(place.dataDir, 'database'));
    databasePlaced(place.dataDir);
    if (manifest.withFiles && 'folder' in place.files && existsSync(join(source, 'files'))) {
      await put(join(source, 'files'), place.files.folder);
    }
  } finally {
    lock.release();
  }
  await (await openDatabase({ dataDir: place.dataDir })).close();
  return { made: manifest.made, kept };
}
