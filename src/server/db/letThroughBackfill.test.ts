import { rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsBefore } from '../../../tests/support/migrationsBefore.ts';
import { migrate } from '../migrate/migrate.ts';
import { openDatabase, type Database } from './open.ts';

/** In an older database, the sum that a bill lets through did not follow the decisions of people. */

let database: Database;
let folder: string;
beforeAll(async () => {
  folder = migrationsBefore('outdated_bills');
  database = await openDatabase({ dataDir: 'memory://' });
  const client = await database.pool.connect();
  await applyMigrations(drizzle(client), { migrationsFolder: folder });
  for (const id of [1, 2])
    await client.query(
      `INSERT INTO recon_bills (id, entity, supplier_id, layout, layout_name, bill_no, bill_day, month, files, hash, state, submitted_by, user_id, submitted_at, deadline, let_through)
       VALUES ($1, 'ID', 100, '{}', 'x', $2, '2026-08-31', '2026-08', '[]', $2, 'ready', 'x', 0, 0, '2026-12-31', 900)`,
      [id, `B${id}`],
    );
  for (const [key, bill, status, reason, difference] of [
    ['A', 1, 7, '', 100],
    ['B', 1, 2, '', -20],
    ['C', 1, 4, '', 3],
    // Rejected, deleted, and a difference that was approved although no rule accepts it.
    ['D', 1, 1, '', 400],
    ['E', 1, 3, '', 300],
    ['F', 1, 2, 'rate', 80],
    ['A', 2, 8, 'noOrder', null],
  ] as const)
    await client.query(
      `INSERT INTO recon_parcels (bill_id, entity, supplier_id, month, key, tracking, reference, service, zone, shipped, currency, billed, status, reason, difference)
       VALUES ($1, 'ID', 100, '2026-08', $5, $5, '', '', '', '', 'IDR', 1, $2, $3, $4)`,
      [bill, status, reason, difference, key],
    );
  client.release();
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the sum of accepted differences of each bill is computed from its parcels', async () => {
  const { rows } = await database.pool.query('SELECT id, let_through::text AS sum FROM recon_bills ORDER BY id');
  expect(rows).toEqual([
    { id: 1, sum: '123' },
    { id: 2, sum: '0' },
  ]);
});
