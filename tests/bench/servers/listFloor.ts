import { buildApp } from '../../../src/server/app.ts';
import { readConfig } from '../../../src/server/config.ts';
import { openDatabase } from '../../../src/server/db/open.ts';
import { openFileStore } from '../../../src/server/files/openStore.ts';

/**
 * The API server on an already loaded database, with one additional route: `GET /bench/floor?path=PATH` runs `SELECT 1`
 * and then returns the bytes of an earlier response to PATH. Hooks, headers, connections and process are the same as
 * for real calls.
 */
const config = readConfig(process.env, process.cwd());
const database = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl });
const files = await openFileStore(config.files);
const app = await buildApp({ config, database, files, logger: { level: 'warn' } });

const ready = new Map<string, string>();

app.get('/bench/floor', async (request, reply) => {
  const { path } = request.query as { path: string };
  let text = ready.get(path);
  if (text === undefined) {
    const { host, cookie = '' } = request.headers;
    const answer = await app.inject({ method: 'GET', url: path, headers: { host, cookie } });
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    text = answer.body;
    ready.set(path, text);
  }
  await database.pool.query('SELECT 1');
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text);
});

await app.listen({ port: config.port, host: config.host });
console.log(`Ops Portal is ready at http://localhost:${config.port}`);

process.on('SIGTERM', () => {
  app
    .close()
    .then(() => files.close())
    .then(() => database.close())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
});
