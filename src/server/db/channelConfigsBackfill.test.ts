import { rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsBefore } from '../../../tests/support/migrationsBefore.ts';
import { flagSettings } from '../../domain/channelConfig/flagSettings.ts';
import { extraSettings } from '../../domain/channelConfig/settings.ts';
import { fold } from '../../domain/fold.ts';
import { normalise } from '../../domain/import/normalise.ts';
import { migrate } from '../migrate/migrate.ts';
import { openDatabase, type Database } from './open.ts';

/**
 * Migration 0014 creates a configuration for every channel of an older database, derived from flag and extra data by
 * the same rules as today (G49).
 */

const CHANNELS = [
  { id: 1, name: 'JNE', flag: 0n, extra: {} },
  {
    id: 2,
    name: 'J&T Express',
    flag: (1n << 4n) | (1n << 11n) | (1n << 22n) | (1n << 32n) | (1n << 33n) | (1n << 58n) | (1n << 62n) | (1n << 50n),
    extra: {
      max_size: 1.5,
      cod_max_order_total: 1_999_000,
      dimension_criterion: { max_length: 1, max_width: 2.25, sum_height: 3 },
      kyc_control: true,
      partner_code: 7,
    },
  },
  {
    id: 3,
    name: 'Giao Hàng Đà  Nẵng İSTANBUL ışık',
    flag: (1n << 33n) | (1n << 34n) | (1n << 23n) | (1n << 59n),
    extra: { max_size: '', min_size: 0, max_distance: 'x', kyc_control: false },
  },
];

let database: Database;
let folder: string;
beforeAll(async () => {
  folder = migrationsBefore('channel_configs');
  database = await openDatabase({ dataDir: 'memory://' });
  const client = await database.pool.connect();
  await applyMigrations(drizzle(client), { migrationsFolder: folder });
  for (const { id, name, flag, extra } of CHANNELS)
    await client.query(
      `INSERT INTO channels (channel_id, name, display_name, country, from_country, type, flag, status, priority, maintenance, extra_data)
       VALUES ($1, $2, $2, 'ID', 'MY', 10008, $3::int8, 1, 9, 1, $4)`,
      [id, name, String(flag), JSON.stringify(extra)],
    );
  client.release();
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(CHANNELS)('channel $id gets its settings from its flag and extra data', async ({ id, name, flag, extra }) => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    'SELECT * FROM channel_configs WHERE channel_id = $1',
    [id],
  );
  const {
    shop_cod_blacklist: _,
    preferred_delivery_time: __,
    delivery_instructions: ___,
    leave_parcel: ____,
    ...settings
  } = flagSettings({ flag, delivery: 0, permission: 0n });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    country: 'ID',
    from_country: 'MY',
    // As it is stored by every write.
    channel_name: normalise(name, 'line'),
    channel_name_folded: fold(name),
    display_name_folded: fold(name),
    channel_type: 10008,
    status: 1,
    priority: 9,
    maintenance: 1,
    ...settings,
    ...extraSettings(extra as never),
  });
});

it('a backfilled channel can be found by the same words as a new one', async () => {
  for (const typed of ['da nang', 'ĐÀ NẴNG', 'istanbul isik', 'giao hang']) {
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT channel_id AS id FROM channel_configs WHERE position($1 IN channel_name_folded) > 0
        INTERSECT SELECT channel_id FROM channel_configs WHERE position($1 IN display_name_folded) > 0`,
      [fold(typed)],
    );
    expect([typed, rows.map(({ id }) => Number(id))]).toEqual([typed, [3]]);
  }
});

it('flag bits and extra data without a named setting are preserved', async () => {
  const { rows } = await database.pool.query<{ flag: string; extra: object }>(
    'SELECT flag::text AS flag, extra_data AS extra FROM channels WHERE channel_id = 2',
  );
  expect(rows[0]).toEqual({ flag: String(CHANNELS[1]?.flag), extra: CHANNELS[1]?.extra });
});
