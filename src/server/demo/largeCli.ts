import { readConfig } from '../config.ts';
import { migrate } from '../migrate/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { openFileStore } from '../files/openStore.ts';
import { formatCount } from '../../domain/format.ts';
import { loadDemo } from './load.ts';

/**
 * `npm run demo:large`: extends the demo to about five million serviceable rows, in the database that `npm start` would
 * open (OPS_DATA or DATABASE_URL). If the database is embedded, no server may be running on it.
 */
const config = readConfig(process.env, process.cwd());
const { dataDir, databaseUrl } = config;
const database = await openDatabase({ dataDir, databaseUrl });
const files = await openFileStore(config.files);
try {
  await migrate(database);
  const { state, places, serviceable, millis } = await loadDemo(database.pool, {
    scale: 'large',
    files,
    onProgress: text => console.log(text),
  });
  const size = `${formatCount(places)} places, ${formatCount(serviceable)} serviceable rows`;
  if (state === 'loaded') console.log(`Loaded in ${(millis / 1000).toFixed(0)} s: ${size}.`);
  if (state === 'present') console.log(`The large demo is already loaded: ${size}.`);
  if (state === 'foreign') {
    console.error(
      'This database contains users, channels or places of its own: no demo data was added. Use an empty one.',
    );
    process.exitCode = 1;
  }
} finally {
  await files.close();
  await database.close();
}
