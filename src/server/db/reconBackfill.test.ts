import { rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsBefore } from '../../../tests/support/migrationsBefore.ts';
import { migrate } from '../migrate/migrate.ts';
import { pageOfOrders } from '../recon/pages.ts';
import { openDatabase, type Database } from './open.ts';

/** The migration assigns the parcels of an older database to blocks, and stores identical quote lines only once. */

const LINES = [{ label: 'Base fee', amount: '1800000000', row: 'fees zone/B/0', words: 'zone B' }];
const OTHER = [{ label: 'Base fee', amount: '2600000000', row: 'fees zone/C/0', words: 'zone C' }];

let database: Database;
let folder: string;
beforeAll(async () => {
  folder = migrationsBefore('recon_blocks');
  database = await openDatabase({ dataDir: 'memory://' });
  const client = await database.pool.connect();
  await applyMigrations(drizzle(client), { migrationsFolder: folder });
  await client.query(
    `INSERT INTO recon_bills (id, entity, supplier_id, layout, layout_name, bill_no, bill_day, month, files, hash, state, submitted_by, user_id, submitted_at, deadline)
     VALUES (1, 'ID', 100, '{}', 'x', 'B1', '2026-08-31', '2026-08', '[]', 'h', 'ready', 'x', 0, 0, '2026-12-31')`,
  );
  for (const [id, status, reason, quote] of [
    [1, 7, '', LINES],
    [1023, 7, '', LINES],
    [1024, 6, 'rate', OTHER],
    [5000, 8, 'noOrder', null],
  ] as const)
    await client.query(
      `INSERT INTO recon_parcels (id, bill_id, entity, supplier_id, month, key, tracking, reference, service, zone, shipped, currency, billed, status, reason, channel_id, quote)
       VALUES ($1, 1, 'ID', 100, '2026-08', $2, $2, '', '', '', '', 'IDR', 1, $3, $4, 10021, $5)`,
      [id, `K${id}`, status, reason, quote === null ? null : JSON.stringify(quote)],
    );
  await client.query(
    `INSERT INTO recon_counters (bill_id, status, reason, channel_id, currency, parcels, billed, expected, difference)
     SELECT bill_id, status, reason, channel_id, currency, count(*), sum(billed), 0, 0 FROM recon_parcels GROUP BY 1, 2, 3, 4, 5`,
  );
  client.release();
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('every page of existing bills can be read after the migration', async () => {
  const pages: { rows: { id: number }[]; total: number }[] = [];
  for (const offset of [0, 1, 2, 3, 4])
    pages.push(await pageOfOrders(database.pool, 'ID', { bill_id: 1 }, { columns: 'p.id', offset, size: 1 }));
  expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual([1, 1023, 1024, 5000]);
  expect(pages.map(({ total }) => total)).toEqual([4, 4, 4, 4, 4]);
});

it('identical quote lines are stored only once, and every parcel keeps its lines', async () => {
  const { rows } = await database.pool.query<{ id: number; lines: unknown }>(
    'SELECT p.id, q.lines FROM recon_parcels p LEFT JOIN recon_quotes q ON q.id = p.quote_id ORDER BY p.id',
  );
  expect(rows.map(({ lines }) => lines)).toEqual([LINES, LINES, OTHER, null]);
  const { rows: kept } = await database.pool.query('SELECT 1 FROM recon_quotes');
  expect(kept).toHaveLength(2);
});
