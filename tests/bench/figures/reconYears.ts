import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../src/server/db/open.ts';
import { folderStore } from '../../../src/server/files/folderStore.ts';
import { migrate } from '../../../src/server/migrate/migrate.ts';
import type { YearsQuery } from '../../../src/server/recon/years/api.ts';
import { writeArchive } from '../../../src/server/recon/years/write.ts';
import { createYearReports, type ReadyFile } from '../../../src/server/recon/years/yearReports.ts';
import { startPostgres } from '../../support/postgresServer.ts';
import { median, round, versusFloor, type Figure, type FigureGroup, scaled } from '../figure.ts';
import { peakAbove, residentMb } from '../memory.ts';

/**
 * Multi-year reports on five million lines (issue 30, 5), compared with computing the same totals from the parcels in
 * PostgreSQL.
 */

const BILLS = 20;
const PARCELS = scaled(250_000);
const MILLION = 1_000_000;
const RUNS = 3;
/**
 * One parcel in ten is billed too high. Tracking numbers, zones and amounts are in random order, because sorted data
 * would compress to a tenth of its size.
 */
const FILL = `INSERT INTO recon_parcels (bill_id, entity, supplier_id, month, status, reason, key, tracking, reference, service, zone, shipped, weight, currency,
    billed, expected, difference, channel_id)
  SELECT $1::int4, 'ID', 100 + $1::int4 % 3, $2::text, CASE WHEN r % 10 = 7 THEN 1 ELSE 4 END, CASE WHEN r % 10 = 7 THEN 'rate' ELSE '' END, code, code,
         'ORDER' || n, CASE r % 5 WHEN 0 THEN '' ELSE 'S' || r % 5 END, 'Z' || r % 50, $2::text || '-' || lpad((r % 28 + 1)::text, 2, '0'), r % 30000, 'IDR',
         expected + over, expected, over, 10021 + r % 20
    FROM (SELECT n, r, upper(left(hash, 14)) AS code, 1500000000 + r % 9000 * 10000000::int8 AS expected,
                 CASE WHEN r % 10 = 7 THEN 100000000 + r % 77 * 1000000 ELSE 0 END AS over
            FROM (SELECT n, md5($1::int4 || '-' || n) AS hash, abs(hashint4(n + $1::int4 * 1000000)::int8) AS r
                    FROM generate_series(1, ${PARCELS}) n) numbers) parcels`;

const QUERY: YearsQuery = { by: ['month', 'service'], channelId: null, status: null, reason: null };
const FLOOR = `SELECT p.month, p.service, p.currency, count(*), sum(p.billed), sum(coalesce(p.expected, 0)), sum(coalesce(p.difference, 0))
  FROM recon_parcels p JOIN recon_bills b ON b.id = p.bill_id WHERE b.entity = 'ID' AND NOT b.deleted GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const monthOf = (no: number): string => `${2022 + Math.floor(no / 4)}-${String((no % 4) * 3 + 1).padStart(2, '0')}`;

async function measure(say: (text: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ops-bench-years-'));
  const postgres = await startPostgres();
  const database = await openDatabase({ dataDir: '', databaseUrl: await postgres.createDatabase('years') });
  try {
    await migrate(database);
    const { pool } = database;
    // Indexes used by other pages and not needed here.
    await pool.query('DROP INDEX recon_parcels_tracking, recon_parcels_reference');
    for (let no = 1; no <= BILLS; no++) {
      const month = monthOf(no - 1);
      await pool.query(
        `INSERT INTO recon_bills (id, entity, supplier_id, layout, layout_name, bill_no, bill_day, month, files, hash, state, submitted_by, user_id, submitted_at, deadline)
         VALUES ($1::int4, 'ID', 100 + $1::int4 % 3, '{}', '', 'B' || $1::int4, $2::text || '-28', $2::text, '[]', 'B' || $1::int4, 'ready', '', 1, 1, '')`,
        [no, month],
      );
      await pool.query(FILL, [no, month]);
      await pool.query(
        `INSERT INTO recon_counters SELECT bill_id, status, reason, channel_id, currency, count(*), sum(billed), sum(expected), sum(difference)
           FROM recon_parcels WHERE bill_id = $1 GROUP BY 1, 2, 3, 4, 5`,
        [no],
      );
    }
    await pool.query('VACUUM (ANALYZE) recon_parcels');
    say(`${BILLS * PARCELS} parcels of ${BILLS} bills are stored`);
    const files = await folderStore(join(folder, 'files'));
    const years = createYearReports({ enabled: true, files });
    const idle = residentMb(process.pid);
    const wrote = await peakAbove(process.pid, idle, () =>
      timed(async () => {
        for (let no = 1; no <= BILLS; no++)
          await writeArchive({ database, files, now: Date.now }, years, no, () => undefined);
      }),
    );
    const { rows: ready } = await pool.query<ReadyFile>(
      `SELECT bill_id AS "billId", hash, size FROM recon_archives WHERE state = 'ready'`,
    );
    if (ready.length !== BILLS) throw new Error(`${ready.length} of ${BILLS} bills have files`);
    const megabytes = ready.reduce((sum, { size }) => sum + size, 0) / 2 ** 20;
    const { rows: table } = await pool.query<{ size: number }>(
      `SELECT pg_total_relation_size('recon_parcels')::int8 AS size`,
    );
    say(`the files were written in ${round(wrote.result / 1000)} s, ${round(megabytes)} MB`);
    const ours: number[] = [];
    const floor: number[] = [];
    const memory: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const { result, mb } = await peakAbove(process.pid, idle, () =>
        timed(async () => {
          const { groups } = await years.sum(ready, QUERY);
          if (groups !== BILLS * 5) throw new Error(`the report has ${groups} groups`);
        }),
      );
      ours.push(result);
      memory.push(mb);
      floor.push(await timed(() => pool.query(FLOOR)));
      say(`a report takes ${round(result)} ms, PostgreSQL ${round(floor.at(-1) ?? 0)} ms`);
    }
    await years.close();
    const perMillion = wrote.result / 1000 / ((BILLS * PARCELS) / MILLION);
    return [
      versusFloor('recon_years', median(ours), median(floor), 1, { unit: 'ms', digits: 0 }),
      {
        id: 'recon_years_write',
        value: round(perMillion),
        unit: 's per million parcels',
        goal: 60,
        better: 'lower',
        peers: { files_mb: round(megabytes), table_mb: round((table[0]?.size ?? 0) / 2 ** 20) },
      },
      {
        id: 'recon_years_mb',
        value: round(Math.max(wrote.mb, ...memory)),
        unit: 'MB',
        goal: 700,
        better: 'lower',
        peers: { writing_mb: round(wrote.mb), report_mb: round(median(memory)) },
      },
    ];
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const reconYearsFigures: FigureGroup = {
  ids: ['recon_years', 'recon_years_write', 'recon_years_mb'],
  run: (_, say) => measure(say),
};
