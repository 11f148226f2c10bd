import type { Config } from './config.ts';
import { DataFolderUnusable, fullDisk } from './db/dataFolder.ts';
import { DataFolderInUse } from './db/folderLock.ts';
import { isDiskFull } from './base/errors.ts';

/** Returns why a server did not start and what to do about it, for the person who tried to start it. */
export function startFailure(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  error: unknown,
): string {
  if (error instanceof DataFolderInUse || error instanceof DataFolderUnusable) return error.message;
  if (isDiskFull(error)) {
    return databaseUrl
      ? 'The disk of the PostgreSQL of DATABASE_URL is full. Free up space there and start again. Nothing is damaged.'
      : fullDisk(dataDir).message;
  }
  const reason = error instanceof Error ? error.message || (error as { code?: string }).code : String(error);
  const place = databaseUrl ? 'the PostgreSQL of DATABASE_URL' : `the embedded database in ${dataDir}`;
  return `Ops Portal cannot open ${place}: ${reason}`;
}
