import { rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsBefore } from '../../../tests/support/migrationsBefore.ts';
import { migrate } from '../migrate/migrate.ts';
import { recordsByKey } from '../resources/records.ts';
import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { readChanges } from '../routes/feed/read.ts';
import { settleFeed } from './feedEpoch.ts';
import { openDatabase, type Database } from './open.ts';

/** In an older database, a shipping fee rule of mode Rate or Free had a fixed fee, mostly 0. */

const FEE = 900_000_000;
let database: Database;
let folder: string;
/** That of a device that read everything before the update. */
let cursor: string;

const changesSince = (since: string) =>
  readChanges(database.pool, { entity: 'ID', since, size: 100, collections: ['shippingFeeRules'] });

beforeAll(async () => {
  folder = migrationsBefore('optional_fixed_fee');
  database = await openDatabase({ dataDir: 'memory://' });
  const client = await database.pool.connect();
  await applyMigrations(drizzle(client), { migrationsFolder: folder });
  await client.query(`INSERT INTO meta (key, value) VALUES ('canonical.rows', '3') ON CONFLICT DO NOTHING`);
  for (const [id, group, mode, fee, version] of [
    [11, 0, 0, 0, 1],
    [12, 10, 1, FEE, 4],
    [13, 20, 2, FEE, 3],
  ])
    await client.query(
      `INSERT INTO shipping_fee_rules (country, channel_id, name, name_folded, shop_group, id, fee_mode, fee, status, version)
       VALUES ('ID', 10021, 'J', 'j', $2, $1, $3, $4, 0, $5)`,
      [id, group, mode, fee, version],
    );
  // The import that changed rule 13 from Fixed to Free.
  const { rows } = await client.query<{ no: number }>(
    `INSERT INTO imports (id, declaration, entity, user_id, email, state, created_at) VALUES ('i', 'shippingFeeRule', 'ID', 1, 'a', 'applied', 0) RETURNING no`,
  );
  await client.query(
    `INSERT INTO import_rows (import_no, n, scope, key, before, after, before_version, after_version)
     VALUES ($1, 0, 0, 'ID/13', $2, $3, 2, 3), ($1, 1, 0, 'ID/12', $3, $2, 2, 3)`,
    [rows[0]?.no, { fee_mode: 1, fee: FEE }, { fee_mode: 2, fee: FEE }],
  );
  await settleFeed(client, false);
  client.release();
  cursor = (await changesSince('')).cursor;
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a rule of mode Rate or Free has no fixed fee, and one of mode Fixed keeps it', async () => {
  const { rows } = await database.pool.query('SELECT id::int4, fee::int4, version FROM shipping_fee_rules ORDER BY id');
  expect(rows).toEqual([
    { id: 11, fee: null, version: 2 },
    { id: 12, fee: FEE, version: 4 },
    { id: 13, fee: null, version: 4 },
  ]);
  const found = await recordsByKey(shippingFeeRule)(database.pool, 'ID', ['ID/11']);
  expect(found.get('ID/11')).toMatchObject({ feeMode: 0, fee: null });
});

it('devices receive the rules that were converted', async () => {
  const { changes, reset } = await changesSince(cursor);
  expect(reset).toBe(false);
  expect(changes.map(({ key, version, row }) => [key, version, row?.['fee']])).toEqual([
    ['ID/11', 2, null],
    ['ID/13', 4, null],
  ]);
});

it('the import that changed a rule can still be undone', async () => {
  const { rows } = await database.pool.query(
    'SELECT key, before, after, after_version AS version FROM import_rows ORDER BY n',
  );
  expect(rows).toEqual([
    { key: 'ID/13', before: { fee_mode: 1, fee: FEE }, after: { fee_mode: 2, fee: null }, version: 4 },
    { key: 'ID/12', before: { fee_mode: 2, fee: null }, after: { fee_mode: 1, fee: FEE }, version: 3 },
  ]);
});
