import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A data folder that cannot be used, in words for the person who named it. */
export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable';
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Makes a folder and those above it, one by one: Node's own recursion never ends below some system folders (/proc).
 * @throws Error where it cannot be made
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path) && dirname(path) !== path; path = dirname(path)) missing.unshift(path);
  for (const path of missing) if (!existsSync(path)) mkdirSync(path);
  if (!statSync(folder).isDirectory()) throw new Error('it is a file');
}

/** A folder that the system does not let this account use, and what to do about it. */
export const cannotUse = (folder: string, error: unknown): DataFolderUnusable =>
  new DataFolderUnusable(
    `The data folder ${folder} cannot be used: ${reasonOf(error)}. Set OPS_DATA to a folder that this account may write to.`,
  );

/** Stands beside the database's files while they are made for the first time. */
const BEGUN = 'database.begun';

/**
 * The folder of the embedded database inside a data folder, made when it is missing; `made` says that it is complete. One
 * whose making was cut short, by a killed process, is made anew. Files that hold no database are never written over.
 * @throws DataFolderUnusable
 */
export function databaseFolder(dataDir: string): { folder: string; made: () => void } {
  const folder = join(dataDir, 'database');
  const begun = join(dataDir, BEGUN);
  try {
    if (existsSync(begun)) rmSync(folder, { recursive: true, force: true });
    makeFolder(folder);
    if (existsSync(join(folder, 'PG_VERSION'))) return { folder, made: () => undefined };
    if (readdirSync(folder).length > 0) {
      throw new DataFolderUnusable(
        `There are files in ${folder}, but no database: PG_VERSION is missing. Nothing was changed. ` +
          'Put a copy of the folder back, or set OPS_DATA to an empty one to begin anew.',
      );
    }
    writeFileSync(begun, '');
    return { folder, made: () => rmSync(begun, { force: true }) };
  } catch (error) {
    throw error instanceof DataFolderUnusable ? error : cannotUse(dataDir, error);
  }
}

/** Why the database's files could not be opened, and what to do about it. */
export const damaged = (folder: string, error: unknown): DataFolderUnusable =>
  new DataFolderUnusable(
    `The database in ${folder} cannot be opened: its files are damaged, or of another version (${reasonOf(error)}). ` +
      'Put a copy of the folder back, or set OPS_DATA to an empty one to begin anew.',
  );
