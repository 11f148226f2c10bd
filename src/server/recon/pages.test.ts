import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  actionEnded,
  addShipment,
  DAY,
  ended,
  ordersOf,
  prepare,
  saveRule,
  submit,
  SUPPLIER,
  startOver,
} from '../../../tests/support/reconWorld.ts';
import { createWorld, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { ADDED_MOST } from '../db/statistics.ts';
import type { Queryable } from '../db/transaction.ts';
import { BLOCK_IDS } from './counters.ts';
import { trackingKey } from '../../domain/recon/tracking.ts';
import type { Pool } from 'pg';
import { pageOfOrders, type PageOf } from './pages.ts';

interface Found {
  id: number;
  bill_id: number;
}

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Runs statements, and adds to `read` how many rows each step of their plans has read. */
function explaining(pool: Pool, read: number[]): Queryable {
  const countRead = (node: PlanNode): void => {
    read.push(node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)));
    for (const part of node.Plans ?? []) countRead(part);
  };
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) countRead(Plan);
    return pool.query(text, values);
  };
  return { query: query as Queryable['query'] };
}

/** Number of parcels on a bill for which the statistics are brought up to date. */
const MANY = ADDED_MOST + 200;
/** Number of parcels on a bill that extends over several blocks of ids. */
const LARGE = BLOCK_IDS + 700;

/** Reads a page in the simplest way: filters all parcels, sorts them and skips those before the page. */
async function pageByOffset(
  pool: Pool,
  filter: Readonly<Record<string, unknown>>,
  { columns, offset, size }: PageOf,
): Promise<{ rows: Found[]; total: number }> {
  const { bill_id, supplier_id, status, reason, channel_id, month, tracking, shipped_from, shipped_until } = filter;
  const text = typeof tracking === 'string' ? tracking : '';
  const { rows } = await pool.query<Found>(
    `SELECT ${columns} FROM recon_parcels p JOIN recon_bills b ON b.id = p.bill_id LEFT JOIN shipments s ON s.country = 'ID' AND s.tracking = p.shipment
      WHERE p.entity = 'ID' AND NOT b.deleted AND ($1::int4 IS NULL OR p.bill_id = $1) AND ($2::int8 IS NULL OR p.supplier_id = $2)
        AND ($3::int2 IS NULL OR p.status = $3) AND ($4::text IS NULL OR p.reason = $4) AND ($5::int8 IS NULL OR p.channel_id = $5)
        AND ($6::text IS NULL OR p.month = $6) AND ($7 = '' OR p.key = $8 OR p.reference <> '' AND upper(translate(p.reference, ' -', '')) = $8)
        AND ($9::text IS NULL OR s.shipped_on >= $9) AND ($10::text IS NULL OR s.shipped_on <= $10)
      ORDER BY p.bill_id, p.id`,
    [
      bill_id ?? null,
      supplier_id ?? null,
      status ?? null,
      reason ?? null,
      channel_id ?? null,
      month ?? null,
      text,
      trackingKey(text),
      shipped_from ?? null,
      shipped_until ?? null,
    ],
  );
  return { rows: rows.slice(offset, offset + size), total: rows.length };
}

describeOnEach('pages of orders', kind => {
  let world: World;
  let editor: Caller;
  let layout: number;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  beforeEach(async () => {
    await startOver(world);
    layout = await prepare(editor);
  });
  afterAll(() => world.close());

  const line = (tracking: string, amount: number) =>
    `${tracking},${tracking === 'T3' ? 'ORD-3' : ''},,,${DAY},BASE,${amount}`;

  it('pages equal those read with OFFSET for every filter, even after changes, rereads and deletions', async () => {
    const { pool } = world.database;
    await saveRule(editor, {});
    for (let n = 0; n < 40; n++)
      await addShipment(editor, {
        tracking: n % 4 === 0 ? `T-${n}` : `T${n}`,
        reference: n === 3 || n === 4 ? `ORD-${n}` : '',
        status: n % 9 === 0 ? 0 : 1,
        shippedOn: `2026-08-${String(1 + (n % 20)).padStart(2, '0')}`,
      });
    const amounts = [18_000, 18_361, 26_000];
    // Most parcels have no shipment; only the first and the last ones do. Two are matched by their reference, one of
    // them although it has a tracking number.
    const lines = (count: number, first: number) => [
      ...Array.from({ length: count - 2 }, (_, n) => line(`T${(first + n * 7919) % (count * 3)}`, amounts[n % 3] ?? 0)),
      `X${count},ord 3,,,${DAY},BASE,18000`,
      `,ORD-4,,,${DAY},BASE,18000`,
    ];
    const large = await submit(editor, layout, 'B1', lines(LARGE, 0));
    const bills = [large];
    for (const n of [2, 3, 4, 5]) bills.push(await submit(editor, layout, `B${n}`, lines(11 * n, n)));
    expect(bills.map(({ state }) => state)).toEqual(bills.map(() => 'ready'));
    const ids = bills.map(({ id }) => id);

    const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const question = fc.record({
      filter: fc.record({
        bill_id: maybe(...ids, 0),
        supplier_id: maybe(SUPPLIER, 1),
        status: maybe(1, 2, 4, 6, 7, 8),
        reason: maybe('', 'rate', 'noOrder', 'billedTwice'),
        channel_id: maybe(0, 10_021),
        month: maybe('2026-08', '2025-01'),
        tracking: maybe('T1', ' t-7 ', 'ORD-3', 'ord-3', ''),
        shipped_from: maybe('2026-01-01', DAY, '2026-08-10'),
        shipped_until: maybe('2026-08-01', DAY, '2026-12-31'),
      }),
      offset: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: LARGE + 200 })),
      size: fc.constantFrom(1, 7, 10, 50, 1000),
    });
    const columns = 'p.id, p.bill_id, p.status, p.reason';
    const same = async (runs: number) =>
      fc.assert(
        fc.asyncProperty(question, async ({ filter, offset, size }) => {
          const page = { columns, offset, size };
          const [found, expected] = [
            await pageOfOrders<Found>(pool, 'ID', filter, page),
            await pageByOffset(pool, filter, page),
          ];
          expect(found).toEqual(expected);
        }),
        { numRuns: runs },
      );
    await same(60);

    // Paging through the bill returns each parcel exactly once.
    const walked: number[] = [];
    for (let offset = 0; offset < LARGE + 100; offset += 100)
      walked.push(
        ...(await pageOfOrders<Found>(pool, 'ID', { bill_id: large.id }, { columns, offset, size: 100 })).rows.map(
          ({ id }) => id,
        ),
      );
    expect(walked).toHaveLength(large.parcels);
    expect(new Set(walked).size).toBe(large.parcels);

    // People change some parcels, one bill is deleted, another bill's parcels are compared again, and a third bill is
    // read again.
    const orders = (await ordersOf(editor, large.id)).filter((_, n) => n % 5 === 0).map(({ id }) => id);
    await editor.data('/recon/order/status/update', { body: { id_list: orders.slice(0, 200), status: 4 } });
    await editor.data('/recon/summary/delete', { body: { id: ids[1] } });
    const again = await editor.data<{ id: number }>('/v2/ops/recon/actions/recon', {
      body: { filter: { bill_id: ids[3] } },
    });
    await actionEnded(editor, again.id);
    await editor.data('/v2/ops/recon/actions/apply', { body: { id: again.id } });
    await actionEnded(editor, again.id);
    const read = await editor.data<{ id: number }>('/v2/ops/recon/bills/read-again', { body: { id: ids[4] } });
    expect(await actionEnded(editor, read.id)).toMatchObject({ state: 'review' });
    await editor.data('/v2/ops/recon/actions/apply', { body: { id: read.id } });
    await actionEnded(editor, read.id);
    await ended(editor, ids[4] ?? 0);
    await same(80);
    const ofDeleted = await pageOfOrders(pool, 'ID', { bill_id: ids[1] }, { columns, offset: 0, size: 10 });
    expect(ofDeleted).toEqual({ rows: [], total: 0 });
    const { rows } = await pool.query<{ off: number }>(
      `SELECT count(*)::int4 AS off FROM
         (SELECT bill_id, id / ${BLOCK_IDS} AS block, status, reason, channel_id, count(*)::int4 AS parcels FROM recon_parcels GROUP BY 1, 2, 3, 4, 5) p
         FULL JOIN (SELECT * FROM recon_blocks WHERE parcels <> 0) b USING (bill_id, block, status, reason, channel_id)
        WHERE p.parcels IS DISTINCT FROM b.parcels`,
    );
    expect(rows[0]?.off).toBe(0);
  }, 120_000);

  it('a tracking number is found without reading the bill, even if the statistics are older than the bill', async () => {
    const { pool } = world.database;
    await pool.query('ALTER TABLE recon_parcels SET (autovacuum_enabled = false)');
    const small = await submit(editor, layout, 'B1', [line('T1', 18_000)]);
    await pool.query('ANALYZE recon_parcels');
    const large = await submit(editor, layout, 'B2', [line('T2', 18_000)]);
    await pool.query(
      `INSERT INTO recon_parcels (bill_id, entity, supplier_id, month, status, key, tracking, reference, service, zone, shipped, currency, billed)
       SELECT bill_id, entity, supplier_id, month, status, 'K' || n, 'K' || n, '', service, zone, shipped, currency, billed
         FROM recon_parcels, generate_series(1, ${4 * MANY}) n WHERE bill_id = $1`,
      [large.id],
    );
    const read: number[] = [];
    const explained = explaining(pool, read);
    for (const bill_id of [large.id, undefined, small.id]) {
      const filter = { bill_id, tracking: `K${MANY}` };
      const { total } = await pageOfOrders(explained, 'ID', filter, { columns: 'p.id', offset: 0, size: 10 });
      expect(total).toBe(bill_id === small.id ? 0 : 1);
    }
    expect(read.length).toBeGreaterThan(10);
    expect(Math.max(...read)).toBeLessThan(20);
  });

  it('filters by days are fast right after a large bill was read', async () => {
    const { pool } = world.database;
    for (const table of ['recon_parcels', 'shipments'])
      await pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await addShipment(editor, { tracking: 'S0', status: 1, shippedOn: DAY });
    await submit(editor, layout, 'B1', [line('T1', 18_000)]);
    await pool.query('ANALYZE recon_parcels; ANALYZE shipments');
    await pool.query(
      `INSERT INTO shipments (country, tracking, reference, channel_id, shipped_on, destination_id, cep, weight, status)
       SELECT country, 'S' || n, '', channel_id, shipped_on, destination_id, '', weight, status FROM shipments, generate_series(1, ${MANY}) n`,
    );
    const lines = Array.from({ length: MANY }, (_, n) => line(`S${n}`, 18_000));
    const { id: bill_id } = await submit(editor, layout, 'B2', lines);
    const read: number[] = [];
    for (const filter of [
      { bill_id, shipped_from: DAY },
      { shipped_from: DAY, shipped_until: DAY },
      { shipped_from: DAY, status: 2 },
    ])
      await pageOfOrders(explaining(pool, read), 'ID', filter, { columns: 'p.id', offset: 0, size: 10 });
    expect(read.length).toBeGreaterThan(10);
    expect(Math.max(...read)).toBeLessThan(MANY * 4);
  }, 120_000);
});
