import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { E5 } from '../../../src/domain/rates/money.ts';
import { smallWorkbook } from '../../../src/server/files/xlsx.ts';
import { startPostgres } from '../../support/postgresServer.ts';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { copyImport } from '../copyImport.ts';
import { round, scaled, versusFloor, type Figure, type FigureGroup } from '../figure.ts';
import { signIn } from '../load.ts';
import { postRates } from '../postRates.ts';
import { benchRows } from '../ratesData.ts';
import { sendImport } from '../sendImport.ts';

const SIZE = { zones: scaled(500, 20), weights: scaled(400, 20) };
const CHANNEL = 10_021;
const HEADINGS = ['Channel ID', 'Version', 'Area', 'Code', 'Start Weight', 'End Weight', 'Fee'];

/**
 * Time in seconds from the upload of a file with 200 thousand fees until they are rows of a draft on PostgreSQL, as a
 * ratio to a COPY of the same rows and of the import's log (issue 29, 7).
 */
export const rateImportFigures: FigureGroup = {
  ids: ['rate_import_200k'],
  async run(_, say): Promise<Figure[]> {
    const postgres = await startPostgres();
    const dataDir = mkdtempSync(join(tmpdir(), 'ops-bench-'));
    const url = await postgres.createDatabase('ops_bench');
    const env = { DATABASE_URL: url, OPS_DEMO: '1', OPS_DEMO_SCALE: 'small' };
    const server = new ServerProcess({ port: await freePort(), dataDir, env });
    try {
      say('rate_import_200k: loading the demo ...');
      await server.start(600_000);
      const caller = await signIn(server.url, 'id.editor@ops.example');
      const { fees, settings } = benchRows(SIZE);
      const draft = await postRates<{ id: number; versionNo: number }>(caller, '/base_info/create', {
        channelId: CHANNEL,
        settings,
      });
      const rows = fees.map(({ code, start, end, fee }) => [
        CHANNEL,
        draft.versionNo,
        'Zone',
        code,
        start / 1000,
        end / 1000,
        (fee ?? 0) / E5,
      ]);
      const file = join(dataDir, 'fees.xlsx');
      const columns = HEADINGS.map(heading => ({ heading, width: 16 }));
      writeFileSync(file, await buffer(smallWorkbook([{ name: 'Basic shipping fees', columns, rows }])));
      const started = performance.now();
      const { counts, planned } = await sendImport(caller, file, file_url => ({
        path: '/rate_table/async_task/import_basic_shipping_fee',
        body: { file_url },
      }));
      const seconds = (performance.now() - started) / 1000;
      say(`rate_import_200k: ${seconds.toFixed(1)} s, ${JSON.stringify(counts)}`);
      if (counts.added !== rows.length) throw new Error(`only ${counts.added} fees were added`);
      const copied = await copyImport(url, say, {
        records: { table: 'rate_fees', rows: `SELECT * FROM rate_fees WHERE version_id = ${draft.id}` },
        log: {
          table: 'import_rows',
          rows: 'SELECT * FROM import_rows WHERE import_no = (SELECT max(no) FROM imports) ORDER BY n',
        },
      });
      return [
        versusFloor('rate_import_200k', seconds, copied.records + copied.log, 6, {
          unit: 's',
          digits: 2,
          peers: {
            rows: copied.rows,
            planned_after_s: round(planned),
            copy_records_s: round(copied.records, 2),
            copy_log_s: round(copied.log, 2),
          },
        }),
      ];
    } finally {
      await server.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
