import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { commandText } from './base/commandText.ts';
import { PASSWORD_LEAST } from '../domain/passwordRules.ts';
import { AdminRefused, createAdmin } from './routes/admin/createAdmin.ts';
import { RIGHTS_CHANGED } from './feed/hub.ts';
import { notifyNews } from './feed/listen.ts';
import { ConfigError, readConfig } from './config.ts';
import { DataFolderUnusable } from './db/dataFolder.ts';
import { DataFolderInUse } from './db/folderLock.ts';
import { migrate } from './migrate/migrate.ts';
import { openDatabase } from './db/open.ts';

/**
 * `npm run admin:create -- you@example.com`: creates the first administrator of an installation without demo data. It
 * reads the password from OPS_ADMIN_PASSWORD, standard input or a terminal prompt, and never displays it.
 */

async function askPassword(): Promise<string> {
  const fromEnv = process.env['OPS_ADMIN_PASSWORD'];
  if (fromEnv) return fromEnv;
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(`Password (at least ${PASSWORD_LEAST} characters, not shown): `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const input = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  for await (const line of input) {
    input.close();
    if (isTerminal) process.stderr.write('\n');
    return line;
  }
  return '';
}

async function run(): Promise<void> {
  const email = process.argv[2];
  if (!email) throw new AdminRefused(`Give the e-mail: ${commandText('admin:create', 'you@example.com')}`);
  const config = readConfig(process.env, process.cwd());
  const password = await askPassword();
  const database = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, connections: 2 });
  try {
    await migrate(database);
    const done = await createAdmin(database.pool, email, password, Math.floor(Date.now() / 1000));
    // Running servers close the streams of the sessions that have ended.
    await notifyNews(database, database.pool, RIGHTS_CHANGED);
    console.log(done === 'created' ? `Administrator ${email} was created.` : `${email} is an administrator now.`);
  } finally {
    await database.close();
  }
}

try {
  await run();
} catch (error) {
  const known = [AdminRefused, ConfigError, DataFolderInUse, DataFolderUnusable];
  console.error(known.some(kind => error instanceof kind) ? (error as Error).message : error);
  process.exitCode = 1;
}
