import { rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsBefore } from '../../../tests/support/migrationsBefore.ts';
import { trackingKey } from '../../domain/recon/tracking.ts';
import { migrate } from '../migrate/migrate.ts';
import { openDatabase, type Database } from './open.ts';

/** The migration derives the keys of the order references on the bills of an older database. */

const REFERENCES = ['', 'ORD-1', ' ord 1 ', 'ＯＲＤ－１', 'Ord\u20131', 'o\u200brd\u00a01', 'ÄÖ 7', 'ใบสั่ง-9', '--'];

let database: Database;
let folder: string;
beforeAll(async () => {
  folder = migrationsBefore('reference_key');
  database = await openDatabase({ dataDir: 'memory://' });
  const client = await database.pool.connect();
  await applyMigrations(drizzle(client), { migrationsFolder: folder });
  for (const [n, reference] of REFERENCES.entries())
    await client.query(
      `INSERT INTO recon_parcels (id, bill_id, entity, supplier_id, month, key, tracking, reference, service, zone, shipped, currency, billed, status)
       VALUES ($1, 1, 'ID', 100, '2026-08', $2, $2, $3, '', '', '', 'IDR', 1, 7)`,
      [n + 1, `K${n}`, reference],
    );
  client.release();
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the references of existing parcels have the same keys as those of new ones', async () => {
  const { rows } = await database.pool.query<{ key: string }>(
    'SELECT reference_key AS key FROM recon_parcels ORDER BY id',
  );
  expect(rows.map(({ key }) => key)).toEqual(REFERENCES.map(trackingKey));
});
