import { commandText } from './base/commandText.ts';
import { buildApp } from './app.ts';
import { answerRequests } from './backup/request.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { ensureBaseline } from './db/baseline.ts';
import { migrate } from './migrate/migrate.ts';
import { openDatabase, type Database } from './db/open.ts';
import type { FileStore } from './files/fileStore.ts';
import { openFileStore } from './files/openStore.ts';
import { demoWarning, hasDemo } from './demoWarning.ts';
import { isDiskFull } from './base/errors.ts';
import { requestLog } from './http/requestLog.ts';
import { checkpoint, startHousekeeping } from './housekeeping/housekeeping.ts';
import { startProductService } from './rates/products.ts';
import { RELEASE } from './operation/release.ts';
import { startTracing } from './operation/tracing.ts';
import { startFailure } from './startFailure.ts';
import { logProblem } from './base/logProblem.ts';

/**
 * Starts the API server: opens the database, loads the demo on the first start, and listens. Stops cleanly on SIGTERM
 * and SIGINT.
 */

/** After this many milliseconds, the server is forced to stop. */
const STOP_MILLIS = 1_800;
/** How many milliseconds are left to send the last replies once the database has stopped. */
const ANSWER_MILLIS = 300;

/** Interval in ms between checks for notifications, chosen so that they are sent within two seconds. */
const NOTIFY_MILLIS = 1_500;

const say = (text: string) => console.log(text);

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}

async function open(config: Config): Promise<Database> {
  try {
    const database = await openDatabase({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      connections: config.databaseConnections,
      onEnded: reason => {
        console.error(reason);
        // Callers that are waiting get their reply first.
        setTimeout(() => process.exit(1), ANSWER_MILLIS);
      },
    });
    if (database.recovered) {
      say(
        'The last server on this folder did not stop cleanly (it was killed or lost power). The database has recovered.',
      );
    }
    await migrate(database);
    return database;
  } catch (error) {
    return fail(startFailure(config, error));
  }
}

async function loadDemoOnce(config: Config, database: Database, files: FileStore): Promise<void> {
  const { loadDemo, demoVersion } = await import('./demo/load.ts');
  const { rows } = await database.pool.query<{ value: string }>(`SELECT value FROM meta WHERE key = 'demo'`);
  if (rows[0] && !rows[0].value.startsWith(demoVersion)) {
    say(
      `The demo data has version ${rows[0].value}, this build has ${demoVersion}. It is kept; empty the data folder to renew it.`,
    );
  }
  if (rows[0]) return;
  await loadDemo(database.pool, { scale: config.demoScale, files, onProgress: text => say(`Demo data: ${text}`) });
  await checkpoint(database, 0);
}

async function openFiles(config: Config): Promise<FileStore> {
  try {
    return await openFileStore(config.files);
  } catch (error) {
    const place =
      'folder' in config.files ? `the folder ${config.files.folder}` : `the bucket ${config.files.s3.bucket}`;
    return fail(
      `Ops Portal cannot keep files in ${place}: ${(error as Error).message}. Set OPS_FILES to another place.`,
    );
  }
}

async function listen(config: Config, database: Database, files: FileStore): Promise<() => Promise<void>> {
  const logger = requestLog(config.logRequests ? 'info' : 'warn');
  const tracing = config.traces
    ? await startTracing(config.traces, RELEASE.version, text => console.warn(text))
    : undefined;
  const app = await buildApp({
    config,
    database,
    files,
    logger,
    notifyMillis: NOTIFY_MILLIS,
    ...(tracing && { tracing }),
  });
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    await app.close();
    await database.close();
    if (code === 'EADDRINUSE') fail(`Port ${config.port} is in use. Set another one, as in PORT=8090 npm start.`);
    if (code === 'EACCES')
      fail(`Port ${config.port} needs more permissions than this account has. Set PORT to a number above 1023.`);
    throw error;
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  say(`Ops Portal is ready at http://localhost:${port}`);
  const warning = demoWarning(config.host, await hasDemo(database.pool));
  if (warning !== null) console.warn(warning);
  return () => app.close();
}

async function printAccounts(): Promise<void> {
  const { DEMO_ACCOUNTS, DEMO_PASSWORD } = await import('./demo/accounts.ts');
  say(`Demo accounts (password ${DEMO_PASSWORD}): ${DEMO_ACCOUNTS.map(account => account.email).join(', ')}`);
}

async function warnWithoutAccounts(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ some: boolean }>('SELECT EXISTS (SELECT 1 FROM users) AS some');
  if (!rows[0]?.some)
    say(`Nobody can sign in yet. Stop the server and run: ${commandText('admin:create', 'you@example.com')}`);
}

/** Fills a new database with either the initial data or the demo. */
async function fill(config: Config, database: Database, files: FileStore): Promise<void> {
  if (config.demo) {
    await loadDemoOnce(config, database, files);
    await printAccounts();
  } else {
    await ensureBaseline(database.pool);
    await warnWithoutAccounts(database);
  }
}

async function main(): Promise<void> {
  let config: Config;
  try {
    config = readConfig(process.env, process.cwd());
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
  const database = await open(config);
  const files = await openFiles(config);
  try {
    await fill(config, database, files);
  } catch (error) {
    if (isDiskFull(error)) return fail(startFailure(config, error));
    throw error;
  }
  if (!config.clientDir) say('There is no built console (dist/client): only the API is served.');
  // If the server is the only one of its installation, it reads products from its own database.
  const products = config.productService === undefined ? await startProductService(database.pool) : null;
  const closeApp = await listen({ ...config, productService: config.productService ?? products?.url }, database, files);
  const housekeeping = startHousekeeping(database, files, config, error =>
    logProblem(`Housekeeping failed: ${error.message}`),
  );

  const requests = answerRequests(database, config.dataDir);

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    say(`${signal}: stopping`);
    setTimeout(() => process.exit(1), STOP_MILLIS).unref();
    closeApp()
      .then(() => Promise.all([requests.stop(), housekeeping.stop(), products?.close()]))
      .then(() => files.close())
      .then(() => database.close())
      .then(
        () => process.exit(0),
        error => fail(`Stopping failed: ${(error as Error).message}`),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

// Only this account may read data, uploads and lock files.
process.umask(0o077);
main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
