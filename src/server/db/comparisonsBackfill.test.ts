import { rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsBefore } from '../../../tests/support/migrationsBefore.ts';
import { migrate } from '../migrate/migrate.ts';
import { openDatabase, type Database } from './open.ts';

/** The migration derives which bills of an older database were compared with what another bill charges. */

let database: Database;
let folder: string;
beforeAll(async () => {
  folder = migrationsBefore('recon_comparisons');
  database = await openDatabase({ dataDir: 'memory://' });
  const client = await database.pool.connect();
  await applyMigrations(drizzle(client), { migrationsFolder: folder });
  for (const [id, entity, supplier] of [
    [1, 'ID', 100],
    [2, 'ID', 100],
    [3, 'ID', 100],
    [4, 'ID', 200],
    [5, 'MY', 100],
  ] as const)
    await client.query(
      `INSERT INTO recon_bills (id, entity, supplier_id, layout, layout_name, bill_no, bill_day, month, files, hash, state, submitted_by, user_id, submitted_at, deadline)
       VALUES ($1, $2, $3, '{}', 'x', $4, '2026-08-31', '2026-08', '[]', $4, 'ready', 'x', 0, 0, '2026-12-31')`,
      [id, entity, supplier, `B${id}`],
    );
  for (const [bill, key, earlier, reason] of [
    // The first charge of this parcel was compared with no other bill.
    [1, 'A', 0, ''],
    [1, 'B', 0, ''],
    [1, 'C', 0, ''],
    // Billed twice, and a later correction of the same parcel.
    [2, 'A', 1800, 'billedTwice'],
    [3, 'A', 3600, ''],
    // Billed twice although the earlier amounts add up to 0.
    [3, 'B', 0, 'billedTwice'],
    // The same key without an earlier amount: the other bill was deleted then.
    [2, 'C', 0, 'rate'],
    // The same key at another supplier, and in another country.
    [4, 'A', 0, ''],
    [5, 'A', 0, 'billedTwice'],
  ] as const) {
    const { rows } = await client.query<{ entity: string; supplier: number }>(
      'SELECT entity, supplier_id AS supplier FROM recon_bills WHERE id = $1',
      [bill],
    );
    await client.query(
      `INSERT INTO recon_parcels (bill_id, entity, supplier_id, month, key, tracking, reference, service, zone, shipped, currency, billed, earlier, status, reason)
       VALUES ($1, $2, $3, '2026-08', $4, $4, '', '', '', '', 'IDR', 1, $5, 6, $6)`,
      [bill, rows[0]?.entity, rows[0]?.supplier, key, earlier, reason],
    );
  }
  client.release();
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('each bill whose parcels were compared with an earlier bill of the supplier is kept with that bill', async () => {
  const { rows } = await database.pool.query<{ bill: number; other: number }>(
    'SELECT bill_id AS bill, other_id AS other FROM recon_comparisons ORDER BY 1, 2',
  );
  expect(rows).toEqual([
    { bill: 2, other: 1 },
    { bill: 3, other: 1 },
    { bill: 3, other: 2 },
  ]);
});
