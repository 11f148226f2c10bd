import { rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsBefore } from '../../../tests/support/migrationsBefore.ts';
import { FEATURE } from '../../domain/permission.ts';
import { migrate } from '../migrate/migrate.ts';
import { openDatabase, type Database } from './open.ts';

/** The migration gives the menu entry of the shops their own code, unless somebody has chosen another one. */

let database: Database;
let folder: string;
beforeAll(async () => {
  folder = migrationsBefore('shop_feature');
  database = await openDatabase({ dataDir: 'memory://' });
  const client = await database.pool.connect();
  await applyMigrations(drizzle(client), { migrationsFolder: folder });
  await client.query(
    `INSERT INTO modules (name, path, permission) VALUES ('A', '/opsasf/shops', $1), ('B', '/opsasf/shops', $2), ('C', '/opsasf/fee-rules', $1)`,
    [FEATURE.shippingFeeRule, FEATURE.rate],
  );
  client.release();
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the menu entry of the shops requires the right for shops, and all others are unchanged', async () => {
  const { rows } = await database.pool.query(
    `SELECT name, permission, version FROM modules WHERE name IN ('A', 'B', 'C') ORDER BY name`,
  );
  expect(rows).toEqual([
    { name: 'A', permission: FEATURE.shop, version: 2 },
    { name: 'B', permission: FEATURE.rate, version: 1 },
    { name: 'C', permission: FEATURE.shippingFeeRule, version: 1 },
  ]);
});
