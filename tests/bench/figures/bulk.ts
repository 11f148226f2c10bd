import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { BULK_HEAD } from '../../../src/contract/imports/calls.ts';
import { startPostgres } from '../../support/postgresServer.ts';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { median, round, versusFloor, type Figure, type FigureGroup, scaled } from '../figure.ts';
import { signIn } from '../load.ts';
import { sendImport } from '../sendImport.ts';

const ROWS = scaled(50_000, 1000);
const CHANNEL = 10_021;
const RUNS = 3;

/** Runs statements on a separate connection. */
async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Writes a file that lists 50 thousand of the channel's records with their versions, as the console does. */
const writeFile = (url: string, path: string): Promise<void> =>
  onDatabase(url, async client => {
    const { rows } = await client.query<{ version: string; type: number; place: string }>(
      `SELECT version, type, location_id AS place FROM channel_locations WHERE channel_id = $1
         ORDER BY type, location_id LIMIT $2`,
      [CHANNEL, ROWS],
    );
    if (rows.length < ROWS) throw new Error(`the channel has ${rows.length} records only`);
    const lines = rows.map(({ version, type, place }) => `${version},0,${CHANNEL}/${place}/${type}`);
    writeFileSync(path, `${[BULK_HEAD, ...lines].join('\n')}\n`);
  });

/**
 * The floor: one UPDATE of the same number of records in a table with the same rows and indexes, and the INSERT of the
 * log rows written by the change, without validation.
 */
const bareUpdate = (url: string): Promise<{ update: number; log: number }> =>
  onDatabase(url, async client => {
    const taken = { update: [] as number[], log: [] as number[] };
    const timed = async (to: number[], text: string, values: unknown[]) => {
      const started = performance.now();
      const { rowCount } = await client.query(text, values);
      to.push((performance.now() - started) / 1000);
      if (rowCount !== ROWS) throw new Error(`${rowCount} rows instead of ${ROWS}: ${text}`);
    };
    for (let run = 0; run < RUNS; run += 1) {
      await client.query(`CREATE TABLE bench_records (LIKE channel_locations INCLUDING ALL)`);
      await client.query(`INSERT INTO bench_records SELECT * FROM channel_locations WHERE channel_id = $1`, [CHANNEL]);
      await client.query(`CREATE TABLE bench_log (LIKE channel_location_import_rows INCLUDING ALL)`);
      await client.query('ANALYZE bench_records');
      await timed(
        taken.update,
        `UPDATE bench_records r SET can_cod = NOT can_cod, version = version + 1, updated_by = 'bench', updated_at = updated_at + 1
           FROM channel_location_import_rows l WHERE l.import_no = (SELECT max(no) FROM imports)
            AND (r.channel_id, r.type, r.location_id) = (l.channel_id, l.type, l.location_id)`,
        [],
      );
      await timed(
        taken.log,
        `INSERT INTO bench_log SELECT * FROM channel_location_import_rows WHERE import_no = (SELECT max(no) FROM imports)`,
        [],
      );
      await client.query('DROP TABLE bench_records, bench_log');
    }
    return { update: median(taken.update), log: median(taken.log) };
  });

/**
 * Time to change fifty thousand records in a single bulk change on PostgreSQL, from the upload of the file to the
 * receipt, as a ratio to the bare UPDATE.
 */
export const bulkFigures: FigureGroup = {
  ids: ['bulk_50k_vs_update'],
  async run(_wanted, say): Promise<Figure[]> {
    const postgres = await startPostgres();
    const dataDir = mkdtempSync(join(tmpdir(), 'ops-bench-'));
    try {
      const url = await postgres.createDatabase('ops_bench');
      const server = new ServerProcess({ port: await freePort(), dataDir, env: { DATABASE_URL: url, OPS_DEMO: '1' } });
      try {
        say('bulk_50k_vs_update: loading the demo ...');
        await server.start(600_000);
        const caller = await signIn(server.url, 'id.editor@ops.example');
        const file = join(dataDir, 'records.csv');
        const samples: number[] = [];
        let planned = 0;
        // The demo's flags are mixed, so only from the second change on does every record change.
        for (const [run, canCOD] of [true, false, true, false].entries()) {
          await writeFile(url, file);
          const started = performance.now();
          const sent = await sendImport(caller, file, fileUrl => ({
            path: '/v2/ops/bulk/channelLocation',
            body: { fileUrl, set: { canCOD } },
          }));
          const seconds = (performance.now() - started) / 1000;
          say(`bulk_50k_vs_update: ${seconds.toFixed(2)} s, ${JSON.stringify(sent.counts)}`);
          if (run === 0) continue;
          if (sent.counts.changed !== ROWS) throw new Error(`only ${sent.counts.changed} records were changed`);
          samples.push(seconds);
          planned = sent.planned;
        }
        const bare = await bareUpdate(url);
        return [
          versusFloor('bulk_50k_vs_update', median(samples), bare.update + bare.log, 4, {
            unit: 's',
            digits: 2,
            peers: { update_s: round(bare.update, 2), log_s: round(bare.log, 2), planned_after_s: round(planned, 2) },
          }),
        ];
      } finally {
        await server.stop();
      }
    } finally {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
