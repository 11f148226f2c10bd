import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Client } from 'pg';
import { exportColumns } from '../../../src/contract/resourceSheet.ts';
import { locationCdtSheet } from '../../../src/contract/resources/cdtSheets.ts';
import { smallWorkbook } from '../../../src/server/files/xlsx.ts';
import { startPostgres } from '../../support/postgresServer.ts';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { copyImport, recordParts } from '../copyImport.ts';
import { round, versusFloor, type Figure, type FigureGroup, scaled } from '../figure.ts';
import { signIn } from '../load.ts';
import { sendImport } from '../sendImport.ts';
import { holdStatistics, refreshStatistics } from '../staleStatistics.ts';

const ROWS = scaled(200_000, 1000);
const CHANNEL = 10_021;

/** Lead times from a state or city to each place in the country, most specific first; the days differ between files. */
async function writeFile(databaseUrl: string, path: string, days: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: places } = await client
    .query<{ id: number; level: number }>(
      `SELECT location_id::int8 AS id, level FROM locations WHERE country = 'ID' ORDER BY level DESC, location_id`,
    )
    .finally(() => client.end());
  const origins = places.filter(({ level }) => level <= 1);
  const rows: (string | number)[][] = [];
  for (const { id, level } of places) {
    for (const from of origins) {
      if (rows.length === ROWS) break;
      const min = days + (rows.length % 3);
      rows.push([CHANNEL, '', from.level, Number(from.id), level, Number(id), min, min + 2]);
    }
  }
  if (rows.length < ROWS) throw new Error(`the demo has places for ${rows.length} rows only`);
  const columns = exportColumns(locationCdtSheet).map(({ heading }) => ({ heading, width: 16 }));
  writeFileSync(path, await buffer(smallWorkbook([{ name: 'Location CDT', columns, rows }])));
}

/**
 * Time in seconds from the upload of a workbook until all 200 thousand Location CDT rows of a channel have been
 * replaced on PostgreSQL, and its ratio to a COPY of the same records and of the import's log; also, the ratio between
 * runs with statistics from before the imports and with fresh ones.
 */
export const cdtReplaceFigures: FigureGroup = {
  ids: ['cdt_replace_200k', 'cdt_replace_200k_vs_copy', 'cdt_replace_200k_stale'],
  async run(wanted, say) {
    const postgres = await startPostgres();
    const dataDir = mkdtempSync(join(tmpdir(), 'ops-bench-'));
    try {
      const url = await postgres.createDatabase('ops_bench');
      const env = { DATABASE_URL: url, OPS_DEMO: '1', OPS_DEMO_SCALE: 'small' };
      const server = new ServerProcess({ port: await freePort(), dataDir, env });
      try {
        say('cdt_replace_200k: loading the demo ...');
        await server.start(600_000);
        const caller = await signIn(server.url, 'id.editor@ops.example');
        const file = join(dataDir, 'cdt.xlsx');
        const replace = async (days: number) => {
          await writeFile(url, file, days);
          const started = performance.now();
          const { counts, planned } = await sendImport(caller, file, fileUrl => ({
            path: '/sls/locationCDTs/import',
            body: { file_url: fileUrl },
          }));
          const seconds = (performance.now() - started) / 1000;
          say(`cdt_replace_200k: ${seconds.toFixed(1)} s, ${JSON.stringify(counts)}`);
          return { seconds, counts, planned };
        };
        const comparing = wanted.has('cdt_replace_200k_stale');
        if (comparing) await holdStatistics(url);
        await replace(1);
        const stale = comparing ? await replace(4) : null;
        if (comparing) await refreshStatistics(url);
        const { seconds, counts, planned } = await replace(7);
        if (counts.changed !== ROWS) throw new Error(`only ${counts.changed} rows were replaced`);
        const figures: Figure[] = [
          {
            id: 'cdt_replace_200k',
            value: round(seconds),
            unit: 's',
            goal: 10,
            better: 'lower',
            peers: { planned_after_s: round(planned), rows: ROWS },
          },
        ];
        if (stale) {
          figures.push({
            id: 'cdt_replace_200k_stale',
            value: round(stale.seconds / seconds, 2),
            unit: 'x',
            goal: 1.5,
            better: 'lower',
            peers: { stale_s: round(stale.seconds), fresh_s: round(seconds) },
          });
        }
        if (wanted.has('cdt_replace_200k_vs_copy')) {
          const copied = await copyImport(url, say, recordParts('location_cdts', CHANNEL));
          figures.push(
            versusFloor('cdt_replace_200k_vs_copy', seconds, copied.records + copied.log, 6, {
              unit: 's',
              digits: 2,
              peers: {
                rows: copied.rows,
                copy_records_s: round(copied.records, 2),
                copy_log_s: round(copied.log, 2),
                copy_feed_s: round(copied.feed, 2),
              },
            }),
          );
        }
        return figures.filter(({ id }) => wanted.has(id));
      } finally {
        await server.stop();
      }
    } finally {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
