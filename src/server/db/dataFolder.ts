import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { commandText } from '../base/commandText.ts';
import { flushTree, syncPath } from './durableFolder.ts';

/** Thrown if a data folder cannot be used. The message is for the person who configured it. */
export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable';

  /** @param reason what is wrong, without any advice */
  constructor(
    message: string,
    readonly reason: string = message,
  ) {
    super(message);
  }
}

/** File modes that give only the server's account access to everyone's records and password hashes. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;

const reasonOf = (error: unknown): string => {
  if (error instanceof Error) return error.message;
  const { errno } = (error ?? {}) as { errno?: number };
  return errno === undefined ? String(error) : `file system error ${errno}`;
};

/**
 * Number of free bytes required for one log file and a checkpoint; with less, a database can be neither created nor
 * opened.
 */
const LEAST_BYTES = 24 * 1024 * 1024;

/** Returns the bytes available to this account on a folder's disk, or null if unknown. */
function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/**
 * Number of bytes that must stay free while the server runs, because PostgreSQL stops immediately if it cannot create a
 * log file.
 */
const RESERVE_BYTES = 64 * 1024 * 1024;

/** Thrown if the disk is nearly full: writes are refused, but reads continue. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  /** The SQLSTATE for a full disk. */
  readonly code = '53100';
}

/** @throws DiskFull if the disk of a folder has less space than PostgreSQL needs for its next log files */
export function requireRoomOnDisk(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < RESERVE_BYTES) {
    throw new DiskFull(`The disk of ${folder} has less than ${RESERVE_BYTES / 1024 / 1024} MB left.`);
  }
}

/** The error for a folder on a disk that has no space for more data. */
export const fullDisk = (folder: string): DataFolderUnusable =>
  new DataFolderUnusable(
    `The disk of ${folder} is full (${Math.floor((freeBytes(folder) ?? 0) / 1024 / 1024)} MB free). Make room and start ` +
      'again, or set OPS_DATA to a folder on another disk. Nothing is damaged.',
  );

/** Returns the first file or folder of a database that this account cannot read or write, or null if there is none. */
function forbiddenPath(folder: string): string | null {
  const { R_OK, W_OK, X_OK } = constants;
  for (const name of ['.', 'PG_VERSION', 'global', 'global/pg_control', 'base', 'pg_wal']) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    try {
      accessSync(path, statSync(path).isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK);
    } catch {
      return path;
    }
  }
  return null;
}

const foreignText = (path: string): string =>
  `The database cannot be opened: this account may not read or write ${path}. Start the server as the account that owns ` +
  'it, give the folder to this account, or set OPS_DATA to a folder that this account may write to. Nothing is damaged.';

/**
 * Creates a folder and its parents one at a time, because Node's recursive mkdir never returns below some system
 * folders (/proc).
 * @throws Error of the file system, with code and syscall, if the folder cannot be created or is a file
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path) && dirname(path) !== path; path = dirname(path)) missing.unshift(path);
  for (const path of missing) if (!existsSync(path)) mkdirSync(path);
  // A caller must recognize this as an error of the file system, whichever call would have met it first.
  if (!statSync(folder).isDirectory())
    throw Object.assign(new Error('it is a file'), { code: 'ENOTDIR', syscall: 'mkdir', path: folder });
}

/**
 * Like `makeFolder`, but denies other accounts on the machine access to the folder, even if it already exists.
 * @throws Error if the folder cannot be created
 */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder);
  if ((statSync(folder).mode & OTHERS) === 0) return;
  try {
    chmodSync(folder, PRIVATE_FOLDER);
  } catch {
    // The folder belongs to another account, which decides who may read it. This account can only write to it.
  }
}

/** Says that this account cannot use a folder, and what to do about it. */
export function cannotUse(folder: string, error: unknown): DataFolderUnusable {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return fullDisk(folder);
  // If a file could not be created or checked, its folder is what is not accessible.
  if (code === 'EACCES' || code === 'EPERM')
    return new DataFolderUnusable(foreignText(path !== undefined && existsSync(path) ? path : folder));
  return new DataFolderUnusable(
    `The data folder ${folder} cannot be used: ${reasonOf(error)}. Set OPS_DATA to a folder that this account may write to.`,
  );
}

/** Exists next to the database's files while they are created for the first time. */
const CREATING = 'database.creating';
/** The name of that file in earlier releases, which may have been killed while creating the database. */
const FORMER_CREATING = 'database.begun';
/**
 * Exists next to the database's files while a server uses them. If it exists at startup, the last server did not stop
 * cleanly.
 */
const IN_USE = 'database.in-use';
/**
 * Exists next to the database's files once all of them have been flushed to disk, which earlier releases did not do.
 */
const FLUSHED = 'database.flushed';

export interface DatabaseFolder {
  folder: string;
  /** Whether the last server was killed or lost power. If so, the database replays its log files when it is opened. */
  recovers: boolean;
  /** Must be called once the database is open. Flushes the files if that was never done. */
  opened: () => Promise<void>;
  /** Must be called once the database has been closed cleanly. */
  closed: () => void;
}

/**
 * Returns the embedded database's folder inside a data folder, creating it if necessary. If the server was killed while
 * creating it, it is recreated. Files that are not a database are never overwritten.
 * @throws DataFolderUnusable
 */
export function databaseFolder(dataDir: string): DatabaseFolder {
  const folder = join(dataDir, 'database');
  const [started, inUse, flushed] = [CREATING, IN_USE, FLUSHED].map(name => join(dataDir, name)) as [
    string,
    string,
    string,
  ];
  try {
    const former = join(dataDir, FORMER_CREATING);
    if (existsSync(former)) renameSync(former, started);
    const isMade = existsSync(join(folder, 'PG_VERSION')) && !existsSync(started);
    if (!isMade) {
      if (existsSync(started)) rmSync(folder, { recursive: true, force: true });
      makeFolder(folder);
      if (readdirSync(folder).length > 0) {
        throw new DataFolderUnusable(
          `There are files in ${folder}, but no database: PG_VERSION is missing. Nothing was changed. ` +
            'Restore a copy of the folder, or set OPS_DATA to an empty one to start over.',
        );
      }
      for (const name of [inUse, flushed]) rmSync(name, { force: true });
      writeFileSync(started, '');
    }
    const foreign = forbiddenPath(folder);
    if (foreign !== null) throw new DataFolderUnusable(foreignText(foreign));
    const recovers = existsSync(inUse);
    writeFileSync(inUse, '');
    syncPath(dataDir);
    const opened = async () => {
      if (!existsSync(flushed)) {
        await flushTree(folder);
        writeFileSync(flushed, '');
      }
      rmSync(started, { force: true });
      syncPath(dataDir);
      syncPath(dirname(dataDir));
    };
    return { folder, recovers, opened, closed: () => rmSync(inUse, { force: true }) };
  } catch (error) {
    throw error instanceof DataFolderUnusable ? error : cannotUse(dataDir, error);
  }
}

/** Must be called after a complete database has been moved to a data folder, to mark its creation as finished. */
export function databasePlaced(dataDir: string): void {
  for (const name of [CREATING, FORMER_CREATING]) rmSync(join(dataDir, name), { force: true });
}

/**
 * Returns the error for a database that could not be opened, with the reason and advice.
 * @param said the last lines printed by PostgreSQL
 */
export function notOpened(folder: string, error: unknown, said: readonly string[] = []): DataFolderUnusable {
  if ((freeBytes(folder) ?? Infinity) < LEAST_BYTES) return fullDisk(folder);
  const foreign = forbiddenPath(folder);
  if (foreign !== null) return new DataFolderUnusable(foreignText(foreign));
  const reason = said.findLast(line => /\b(PANIC|FATAL|ERROR):/.test(line)) ?? reasonOf(error);
  const what = `its files are damaged, or of another version (${reason.trim()})`;
  return new DataFolderUnusable(
    `The database in ${folder} cannot be opened: ${what}. ` +
      `Restore a backup (${commandText('restore')}), or set OPS_DATA to an empty folder to start over.`,
    what,
  );
}
