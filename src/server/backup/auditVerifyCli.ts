import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandText } from '../base/commandText.ts';
import { requestVerified } from './request.ts';
import { ConfigError, readConfig, type Config } from '../config.ts';
import { DataFolderUnusable } from '../db/dataFolder.ts';
import { DataFolderInUse } from '../db/folderLock.ts';
import { openDatabase } from '../db/open.ts';
import { entriesText, verifiedText, verifyLog, type Head, type Verified } from '../audit/verify.ts';

/**
 * `npm run audit:verify`: verifies that the log has not been changed since it was written; works even while a server is
 * running. `-- --heads FILE` also compares the log with the chain ends that an earlier run recorded in the file, and
 * records the current ones if everything matches.
 */

process.umask(0o077);

/** Thrown if the log cannot be verified; the message is shown to the person who ran the command. */
class CannotVerify extends Error {}

async function verified(config: Config, noted: Record<string, Head>): Promise<Verified> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database', 'PG_VERSION')))
    throw new CannotVerify(`There is no database in ${dataDir}. Set OPS_DATA to the data folder of the server.`);
  try {
    const database = await openDatabase({ dataDir, databaseUrl, connections: 1 });
    try {
      const { rows } = await database.pool.query<{ is: string | null }>("SELECT to_regclass('audit_chains') AS is");
      if (rows[0]?.is === null)
        throw new CannotVerify(
          'This database belongs to a release without a chained log. Start the server once, then verify.',
        );
      return await verifyLog(database.pool, noted);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    return requestVerified(dataDir, noted);
  }
}

function notedIn(file: string | undefined): Record<string, Head> {
  if (file === undefined || !existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Head>;
  } catch {
    throw new CannotVerify(
      `${file} does not contain the ends of a log. Give a file that this command wrote, or a new one.`,
    );
  }
}

try {
  const [option, file] = process.argv.slice(2);
  if (option !== undefined && (option !== '--heads' || file === undefined))
    throw new CannotVerify(`Usage: ${commandText('audit:verify')}, or ${commandText('audit:verify', '--heads FILE')}`);
  const noted = notedIn(file);
  const found = await verified(readConfig(process.env, process.cwd()), noted);
  const { chains, problems } = found;
  for (const { entity, entries, first, head } of chains)
    console.log(`${entity}: ${entriesText(entries)}, numbers ${first} to ${head.no}, ends in ${head.hash}`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(verifiedText(found));
    process.exitCode = 1;
  } else {
    console.log(verifiedText(found));
    if (file !== undefined)
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(chains.map(({ entity, head }) => [entity, head])))}\n`);
  }
} catch (error) {
  const known = [CannotVerify, ConfigError, DataFolderUnusable].some(kind => error instanceof kind);
  console.error(known ? (error as Error).message : error);
  process.exitCode = 2;
}
