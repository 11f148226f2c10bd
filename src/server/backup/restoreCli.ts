import { resolve } from 'node:path';
import { commandText } from '../base/commandText.ts';
import { ConfigError, readConfig } from '../config.ts';
import { DataFolderUnusable } from '../db/dataFolder.ts';
import { DataFolderInUse } from '../db/folderLock.ts';
import { BackupRefused, restore } from './backup.ts';

/** `npm run restore -- folder`: restores a backup while no server is running. The previous data is kept. */

// The new files contain everyone's records, so only this account may read them.
process.umask(0o077);

try {
  const named = process.argv[2];
  if (!named) throw new BackupRefused(`Give the folder of a backup: ${commandText('restore', 'backups/monday')}`);
  const config = readConfig(process.env, process.cwd());
  const done = await restore(config, resolve(process.cwd(), named));
  console.log(`The backup of ${done.made} is in place, and each of its tables was read. Start the server.`);
  for (const path of done.kept)
    console.log(`The previous data is kept in ${path}; remove it when it is no longer needed.`);
} catch (error) {
  const known = [BackupRefused, ConfigError, DataFolderInUse, DataFolderUnusable].some(kind => error instanceof kind);
  console.error(known ? (error as Error).message : error);
  process.exitCode = 1;
}
