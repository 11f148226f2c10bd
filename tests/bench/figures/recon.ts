import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { BillRow } from '../../../src/contract/recon.ts';
import { columnsOf } from '../../../src/domain/rates/columns.ts';
import { amountText } from '../../../src/domain/rates/money.ts';
import { quote } from '../../../src/domain/rates/quote.ts';
import type { RateRows } from '../../../src/domain/rates/rows.ts';
import { RateTable } from '../../../src/domain/rates/table.ts';
import { LOGISTICS_STATUS } from '../../../src/domain/recon/shipments.ts';
import { startPostgres } from '../../support/postgresServer.ts';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import {
  median,
  percentile,
  round,
  step,
  versusFloor,
  type Figure,
  type FigureGroup,
  scaled,
  lasting,
  SCALE,
} from '../figure.ts';
import { hammer, signIn, type Caller } from '../load.ts';
import { peakAbove, residentMb } from '../memory.ts';
import { postRates } from '../postRates.ts';
import { benchRows } from '../ratesData.ts';
import { read, uploadFile } from '../sendImport.ts';
import { buildFloorServer } from './listCall.ts';

/** Reconciliation of a bill with half a million lines on PostgreSQL (issue 30, 5). */

/** OPS_BENCH_LINES sets a smaller number, for a quick check of a change; the goals apply to half a million. */
const LINES = Number(process.env['OPS_BENCH_LINES'] ?? scaled(500_000, 2000));
const SUPPLIER = 101;
const CHANNEL = 10_025;
const PLACES = 50;
const SIZE = { zones: PLACES + 1, weights: scaled(400, 60) };
const CALL_ROWS = 5_000;
/** A time before all bills, in epoch seconds. */
const LONG_AGO = 1_000_000_000;
const GRAMS = [300, 800, 1500, 2500, 4000];
/** One line in ten is billed too high. */
const TOO_HIGH = 10;
const DAY_SECONDS = 24 * 3600;
const FLOOR_RUNS = 3;
const PEOPLE = 50;
const CONNECTIONS = 20;
const ROUNDS = scaled(12, 2);
const MONTHS = 24;
const BILLS_A_MONTH = scaled(40, 2);

/** The first letter of the tracking numbers on a bill. */
const BILLS = ['A', 'B'] as const;

interface World {
  caller: Caller;
  client: Client;
  dataDir: string;
  layout: number;
  /** The day on which all parcels are shipped, as YYYY-MM-DD. */
  day: string;
}

interface Priced {
  place: number;
  grams: number;
  total: number;
}

/**
 * Activates a version with 51 zones and 400 weights for the day, using the same calls as the console, and prices the
 * parcels with it. The channel's weight-range rate is removed, so that the sealed table applies.
 */
async function pricesOf({ caller, client }: Pick<World, 'caller' | 'client'>): Promise<Priced[]> {
  const { rows: places } = await client.query<{ id: string }>(
    `SELECT location_id AS id FROM locations WHERE country = 'ID' ORDER BY level DESC, location_id LIMIT ${PLACES}`,
  );
  const ids = places.map(({ id }) => Number(id));
  const sample = benchRows(SIZE);
  const rows: RateRows = {
    ...sample,
    addresses: ids.map((id, n) => ({ kind: 'zone', origin: '', destination: String(id), code: `Z${n + 1}` })),
    extraFees: [],
  };
  const country = { kind: 'zone', origin: '', destination: 'ID', code: 'Z0' } as const;
  const { id } = await postRates<{ id: number }>(caller, '/base_info/create', {
    channelId: CHANNEL,
    settings: rows.settings,
  });
  for (let from = 0; from < rows.fees.length; from += CALL_ROWS)
    await postRates(caller, '/basic-shipping-fees/import', { id, rows: rows.fees.slice(from, from + CALL_ROWS) });
  const { version } = await postRates<{ version: { version: number } }>(caller, '/calculation-address/import', {
    id,
    rows: [country, ...rows.addresses],
  });
  await postRates(caller, '/basic-info/submit', { id, version: version.version });
  await client.query('DELETE FROM rates WHERE channel_id = $1', [CHANNEL]);
  // Backdates the version directly, because a call with a past time requires an administrator and a remark.
  await client.query('UPDATE rate_versions SET active_from = $2 WHERE id = $1', [id, LONG_AGO]);
  await client.query('UPDATE rate_versions SET active_from = NULL WHERE channel_id = $1 AND id <> $2', [CHANNEL, id]);
  const table = new RateTable(columnsOf({ ...rows, addresses: [country, ...rows.addresses] }));
  return ids.flatMap(place =>
    GRAMS.map(grams => {
      const measures = { grams, sides: [200, 150, 100] as const };
      const { total } = quote(
        table,
        'asf',
        {
          origin: { country: 'ID', locations: [] },
          destination: { country: 'ID', locations: [place] },
          declared: measures,
          measured: measures,
          orderValue: null,
          cod: null,
          shopGroup: null,
        },
        null,
      );
      if (total === null) throw new Error(`the rate table has no price for place ${place}`);
      return { place, grams, total };
    }),
  );
}

const trackingOf = (letter: string, n: number): string => `${letter}${String(n).padStart(7, '0')}`;

/** Creates the shipments of both bills, and their files with one line per parcel. */
async function prepare({ caller, client, dataDir, day }: Omit<World, 'layout'>): Promise<void> {
  const prices = await pricesOf({ caller, client });
  const of = <V>(value: (price: Priced) => V): V[] => prices.map(value);
  for (const letter of BILLS) {
    await client.query(
      `INSERT INTO shipments (country, tracking, reference, channel_id, shipped_on, destination_id, cep, weight, length, width, height, status)
       SELECT 'ID', $1 || lpad(n::text, 7, '0'), '', $2, $3, ($4::int8[])[n % $6 + 1], '', ($5::int8[])[n % $6 + 1], 200, 150, 100, ${LOGISTICS_STATUS.delivered}
         FROM generate_series(0, ${LINES - 1}) n`,
      [letter, CHANNEL, day, of(({ place }) => place), of(({ grams }) => grams), prices.length],
    );
    const lines = Array.from({ length: LINES }, (_, n) => {
      const { grams, total } = prices[n % prices.length] as Priced;
      const billed = n % TOO_HIGH === 7 ? total + 100_000_000 : total;
      return `${trackingOf(letter, n)},${day},${grams / 1000},FREIGHT,${amountText(billed, 'IDR', false)}`;
    });
    writeFileSync(join(dataDir, `${letter}.csv`), `AWB No,Ship Date,Weight,Fee Type,Amount\n${lines.join('\n')}\n`);
  }
  await client.query('ANALYZE shipments');
}

/** Submits a bill whose file is already stored; returns its id. */
async function submit({ caller, layout, day }: World, url: string, billNo: string): Promise<number> {
  const params = { supplier_id: SUPPLIER, layout_id: layout, bill_no: billNo, bill_day: day };
  const answer = await fetch(`${caller.url}/api/sls-ops/recon/submit`, {
    method: 'POST',
    headers: {
      cookie: caller.cookie,
      'x-ops-entity': 'ID',
      'content-type': 'application/json',
      'x-business-params': encodeURIComponent(JSON.stringify(params)),
    },
    body: JSON.stringify({ url }),
  });
  const { data, message } = (await answer.json()) as { data: { id: number }; message: string };
  if (!answer.ok) throw new Error(`the bill was refused: ${message}`);
  return data.id;
}

const billOf = (caller: Caller, id: number): Promise<BillRow> => read<BillRow>(caller, `/v2/ops/recon/bills/${id}`);

async function compared(caller: Caller, id: number): Promise<BillRow> {
  for (;;) {
    const bill = await billOf(caller, id);
    if (bill.state === 'failed') throw new Error(`the bill failed: ${bill.message}`);
    if (bill.state === 'ready') return bill;
    await pause(250);
  }
}

/**
 * Time in seconds to join the same rows in a single statement: charges, parcels and their shipments, without quotes.
 */
async function joined(client: Client, id: number): Promise<number> {
  const samples: number[] = [];
  for (let run = 0; run < FLOOR_RUNS; run++) {
    const started = performance.now();
    await client.query(
      `CREATE TEMP TABLE bench_joined AS
       SELECT p.id, p.key, p.tracking, p.shipped, p.weight, c.amount, c.kind, s.channel_id, s.shipped_on, s.destination_id, s.weight AS ours, s.status,
              sum(c.amount) OVER (PARTITION BY p.id) AS billed
         FROM recon_charges c JOIN recon_parcels p ON p.id = c.parcel_id
         LEFT JOIN shipments s ON s.country = p.entity AND s.tracking = p.key
        WHERE c.bill_id = $1`,
      [id],
    );
    samples.push((performance.now() - started) / 1000);
    await client.query('DROP TABLE bench_joined');
  }
  return median(samples);
}

/** Adds bills for 24 months, with their precomputed totals. */
async function addMonths(client: Client): Promise<{ from: string; until: string }> {
  const { rows } = await client.query<{ from: string; until: string }>(
    `WITH bills AS (
       INSERT INTO recon_bills (entity, supplier_id, layout, layout_name, bill_no, bill_day, month, files, hash, state, submitted_by, user_id, submitted_at, deadline)
       SELECT 'ID', ${SUPPLIER}, '{}', 'bench', 'BENCH-' || m || '-' || n, to_char(d, 'YYYY-MM') || '-15', to_char(d, 'YYYY-MM'), '[]', 'bench ' || m || ' ' || n, 'ready',
              'bench@ops.example', 0, 0, to_char(d, 'YYYY-MM') || '-28'
         FROM generate_series(1, ${MONTHS}) m, generate_series(1, ${BILLS_A_MONTH}) n, LATERAL (SELECT date '2024-01-01' + (m || ' months')::interval AS d) t
       RETURNING id, month),
     counters AS (
       INSERT INTO recon_counters (bill_id, status, reason, channel_id, currency, parcels, billed, expected, difference)
       SELECT id, status, reason, channel, 'IDR', 100, 1000000000, 900000000, 100000000
         FROM bills, (VALUES (7, ''), (6, 'rate'), (6, 'weight'), (6, 'zone'), (8, 'noOrder'), (2, '')) AS class (status, reason), generate_series(10021, 10025) channel)
     SELECT min(month) AS from, max(month) AS until FROM bills`,
  );
  await client.query('ANALYZE recon_counters');
  return rows[0] as { from: string; until: string };
}

const pathsOfPages = (id: number): string[] => {
  const page = (more: string, page_no = 1) =>
    `/api/recon/order/search?bill_id=${id}&page_no=${page_no}&page_size=10${more}`;
  return [
    ...[1, 2, 3, 10, 50].map(at => page('', at)),
    ...[1, 2, 5].map(at => page('&status=7', at)),
    ...[1, 2, 5].map(at => page('&status=6&reason=rate', at)),
    page(`&tracking=${trackingOf('A', 4_711)}`),
  ];
};

/** The lists that people view while a bill is being processed. */
const LISTS = [1, 2, 3]
  .map(page => `/api/recon/order/search?page_no=${page}&page_size=10&supplier_id=${SUPPLIER}&status=8`)
  .concat(
    ['10021', '10022', '10023'].map(
      channel => `/api/channelLocationService?channelId=${channel}&type=0&offset=0&size=10`,
    ),
  );

export const reconFigures: FigureGroup = {
  ids: ['recon_500k', 'recon_mb', 'recon_page_vs_floor', 'recon_summary_24m', 'recon_busy_lists'],
  async run(wanted, say) {
    const figures: Figure[] = [];
    const postgres = await startPostgres();
    const dataDir = mkdtempSync(join(tmpdir(), 'ops-bench-'));
    const databaseUrl = await postgres.createDatabase('ops_bench');
    const env = { DATABASE_URL: databaseUrl, OPS_DEMO: '1', OPS_DEMO_SCALE: 'small' };
    const port = await freePort();
    const server = new ServerProcess({ port, dataDir, env });
    const client = new Client({ connectionString: databaseUrl });
    try {
      say('recon: loading the demo ...');
      await server.start(600_000);
      await client.connect();
      const caller = await signIn(server.url, 'id.editor@ops.example');
      const day = new Date(Date.now() - 20 * DAY_SECONDS * 1000).toISOString().slice(0, 10);
      const layouts = await read<{ list: { id: number; supplier_id: number }[] }>(caller, '/v2/ops/recon/layouts');
      const layout = layouts.list.find(({ supplier_id }) => supplier_id === SUPPLIER)?.id ?? 0;
      const world: World = { caller, client, dataDir, layout, day };
      for (let open = true; open; await pause(500)) {
        const { rows } = await client.query(`SELECT 1 FROM recon_bills WHERE state NOT IN ('ready', 'failed') LIMIT 1`);
        open = rows.length > 0;
      }
      say('recon: writing a million shipments ...');
      await prepare(world);
      const [first, second] = [
        await uploadFile(caller, join(dataDir, 'A.csv')),
        await uploadFile(caller, join(dataDir, 'B.csv')),
      ];
      const pid = server.pid as number;
      let alone = Number.NaN;
      if (wanted.has('recon_busy_lists')) {
        await hammer(caller, LISTS, { connections: PEOPLE, seconds: lasting(3) });
        alone = percentile(await hammer(caller, LISTS, { connections: PEOPLE, seconds: lasting(10) }), 0.95);
      }
      await pause(lasting(3) * 1000);
      const idle = residentMb(pid);
      say('recon: the bill is submitted ...');
      const started = performance.now();
      const { result: bill, mb } = await peakAbove(pid, idle, async () =>
        compared(caller, await submit(world, first, 'BENCH-A')),
      );
      const seconds = (performance.now() - started) / 1000;
      say(
        `recon: ${seconds.toFixed(1)} s, ${bill.matched} Matched, ${bill.discrepant} Discrepant, ${mb.toFixed(0)} MB above ${idle.toFixed(0)}`,
      );
      if (bill.matched !== LINES - LINES / TOO_HIGH) throw new Error(`${bill.matched} parcels are Matched`);
      await step(['recon_500k'], wanted, say, async () =>
        figures.push(
          versusFloor('recon_500k', seconds, await joined(client, bill.id), 8, {
            unit: 's',
            digits: 2,
            peers: { lines: bill.lines },
          }),
        ),
      );
      if (wanted.has('recon_mb'))
        figures.push({
          id: 'recon_mb',
          value: Math.round(mb),
          unit: 'MB',
          goal: 400,
          better: 'lower',
          peers: { idle_mb: Math.round(idle) },
        });
      await step(['recon_busy_lists'], wanted, say, async () => {
        const other = await submit(world, second, 'BENCH-B');
        await pause(lasting(3) * 1000);
        const busy = percentile(await hammer(caller, LISTS, { connections: PEOPLE, seconds: lasting(20) }), 0.95);
        const { state } = await billOf(caller, other);
        if (state === 'ready' && SCALE === 1) throw new Error('the bill was done before the lists were measured');
        const answer = await fetch(`${caller.url}/api/recon/summary/delete`, {
          method: 'POST',
          headers: { cookie: caller.cookie, 'x-ops-entity': 'ID', 'content-type': 'application/json' },
          body: JSON.stringify({ id: other }),
        });
        if (!answer.ok) throw new Error(`the second bill was not deleted: ${answer.status}`);
        figures.push({
          id: 'recon_busy_lists',
          value: round(busy / alone, 2),
          unit: 'x',
          goal: 10,
          better: 'lower',
          peers: { busy_p95_ms: round(busy), alone_p95_ms: round(alone) },
        });
      });
      await step(['recon_summary_24m'], wanted, say, async () => {
        const { from, until } = await addMonths(client);
        const paths = ['month', 'supplier', 'channel', 'reason'].map(
          by => `/api/v2/ops/recon/summary?by=${by}&from=${from}&until=${until}`,
        );
        await hammer(caller, paths, { connections: 1, seconds: lasting(2) });
        const samples = await hammer(caller, paths, { connections: 1, seconds: lasting(5) });
        figures.push({
          id: 'recon_summary_24m',
          value: round(percentile(samples, 0.95)),
          unit: 'ms',
          goal: 100,
          better: 'lower',
          peers: { p50: round(median(samples)), counters: MONTHS * BILLS_A_MONTH * 30 },
        });
      });
      await step(['recon_page_vs_floor'], wanted, say, async () => {
        await server.stop();
        const floorServer = new ServerProcess({
          port,
          dataDir,
          env,
          command: [process.execPath, await buildFloorServer()],
        });
        try {
          await floorServer.start();
          const again = await signIn(floorServer.url, 'id.editor@ops.example');
          const paths = pathsOfPages(bill.id);
          const floorPaths = paths.map(path => `/bench/floor?path=${encodeURIComponent(path)}`);
          const once = (which: readonly string[], secondsEach: number) =>
            hammer(again, which, { connections: CONNECTIONS, seconds: secondsEach });
          await once(paths, 3);
          await once(floorPaths, 3);
          const ours: number[] = [];
          const floor: number[] = [];
          for (let at = 0; at < ROUNDS; at++) {
            ours.push(...(await once(paths, 1)));
            floor.push(...(await once(floorPaths, 1)));
          }
          figures.push(
            versusFloor('recon_page_vs_floor', percentile(ours, 0.95), percentile(floor, 0.95), 3, {
              unit: 'ms',
              peers: { ours_p50: round(median(ours)), floor_p50: round(median(floor)) },
            }),
          );
        } finally {
          await floorServer.stop();
        }
      });
      return figures.filter(({ id }) => wanted.has(id));
    } finally {
      await client.end().catch(() => undefined);
      await server.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
