import { rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsBefore } from '../../../tests/support/migrationsBefore.ts';
import { parcelKey, trackingKey } from '../../domain/recon/tracking.ts';
import { migrate } from '../migrate/migrate.ts';
import { openDatabase, type Database } from './open.ts';

/** The migration gives parcels without a tracking number the keys of new ones, also where they are disputed. */

const PARCELS: readonly (readonly [tracking: string, reference: string])[] = [
  ['', 'ord 1'],
  ['ORD-2', ''],
  ['ORD-3', 'ORD-3'],
  ['', 'Ord\u20134'],
];

let database: Database;
let folder: string;
beforeAll(async () => {
  folder = migrationsBefore('reference_only_parcels');
  database = await openDatabase({ dataDir: 'memory://' });
  const client = await database.pool.connect();
  await applyMigrations(drizzle(client), { migrationsFolder: folder });
  for (const [n, [tracking, reference]] of PARCELS.entries()) {
    const key = trackingKey(tracking) || trackingKey(reference);
    await client.query(
      `INSERT INTO recon_parcels (id, bill_id, entity, supplier_id, month, key, tracking, reference, reference_key, service, zone, shipped, currency, billed, status)
       VALUES ($1, 1, 'ID', 100, '2026-08', $2, $3, $4, $5, '', '', '', 'IDR', 1, 7)`,
      [n + 1, key, tracking, reference, trackingKey(reference)],
    );
    await client.query('INSERT INTO recon_dispute_parcels (dispute_id, parcel_id, key, amount) VALUES (1, $1, $2, 1)', [
      n + 1,
      key,
    ]);
  }
  client.release();
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(['SELECT key FROM recon_parcels ORDER BY id', 'SELECT key FROM recon_dispute_parcels ORDER BY parcel_id'])(
  'existing parcels have the same keys as new ones: %s',
  async sql => {
    const { rows } = await database.pool.query<{ key: string }>(sql);
    expect(rows.map(({ key }) => key)).toEqual(
      PARCELS.map(([tracking, reference]) => parcelKey({ tracking, reference })),
    );
  },
);
