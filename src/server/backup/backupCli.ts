import { resolve } from 'node:path';
import { commandText } from '../base/commandText.ts';
import { ConfigError, readConfig } from '../config.ts';
import { DataFolderUnusable } from '../db/dataFolder.ts';
import { backUp, BackupRefused } from './backup.ts';

/**
 * `npm run backup -- folder`: copies the embedded database and the uploaded files to a new folder; works even while a
 * server is running.
 */

// The new files contain everyone's records, so only this account may read them.
process.umask(0o077);

try {
  const named = process.argv[2];
  if (!named)
    throw new BackupRefused(`Give a folder that does not exist yet: ${commandText('backup', 'backups/monday')}`);
  const target = resolve(process.cwd(), named);
  const done = await backUp(readConfig(process.env, process.cwd()), target);
  const how = done.served ? 'while the server went on' : 'no server was running';
  console.log(`Backed up ${done.files} files, ${(done.bytes / 1024 / 1024).toFixed(1)} MB, to ${target} (${how}).`);
} catch (error) {
  const known = [BackupRefused, ConfigError, DataFolderUnusable].some(kind => error instanceof kind);
  console.error(known ? (error as Error).message : error);
  process.exitCode = 1;
}
