import 'fake-indexeddb/auto';
import { setTimeout } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  CHANNEL,
  createWorld,
  resetRecords,
  STREET,
  type Caller,
  type World,
} from '../../../tests/support/serverFixture.ts';
import { CACHED_COLLECTIONS, collectionsOf } from '../../contract/call.ts';
import type { CachedKind } from '../../contract/fields/base.ts';
import { columnsOf, EMPTY, DECLARED } from '../../contract/cached.ts';
import { cachedOwner, keyOfChannel, OF_ENTITY } from '../../contract/owner.ts';
import {
  deletionInput,
  fieldsOfKind,
  inputFields,
  ownerInput,
  updateFields,
  withMade,
  type Resource,
} from '../../contract/resource.ts';
import { requireResource, type ResourceCollection } from '../../contract/resources/all.ts';
import { RESOURCE_CALLS } from '../../contract/resources/calls.ts';
import { reconSupplier } from '../../contract/resources/recon.ts';
import { PLACES } from '../../contract/fields/base.ts';
import { referencesOf } from '../../contract/references.ts';
import { insertRecords } from '../demo/records.ts';
import { channelRoute } from '../../contract/resources/channelRoute.ts';
import { newChannelSettings } from '../../contract/newChannel.ts';
import { CDT_LEVEL } from '../../domain/cdt/levels.ts';
import { channelZone } from '../../contract/resources/channelZone.ts';
import { fold } from '../../domain/fold.ts';
import { newConfig } from '../../domain/serviceableConfig.ts';
import { applyChanges } from '../../sync/mirror/apply.ts';
import { openMirror, type MirrorDb } from '../../sync/mirror/db.ts';
import { loadSet, readCached } from '../../sync/mirror/loadSet.ts';
import { loadSets } from '../../sync/mirror/loadSets.ts';
import { completeSet, noteOpened } from '../../sync/mirror/opened.ts';
import { nameOfRow } from '../../sync/mirror/placeSegment.ts';
import { catchUp } from '../../sync/mirror/snapshot.ts';
import { anyone, seeded } from '../../sync/testing/fakeEnv.ts';
import { createTransport, type Transport } from '../../sync/network/transport.ts';
import type { Change } from '../../contract/feed.ts';
import { recordTable, segmentSql } from '../db/recordSql.ts';
import { columnName } from '../db/names.ts';
import { feedComplete } from '../../../tests/support/feedComplete.ts';
import { lawful } from '../../../tests/support/rules.ts';
import { sampleRow } from '../../sync/testing/sampleRow.ts';
import { appendChanges } from '../db/appendChanges.ts';

/**
 * Runs the console's mirror against the real server on PostgreSQL, while many transactions write concurrently and
 * commit late. In the end, the mirror must equal a new snapshot and the tables themselves. A reader that follows only a
 * sequence does not (MR2, MR3).
 */

let user = 700_000;
const OPENED = ['ID', keyOfChannel(CHANNEL.first)] as const;
const cachedId = (collection: ResourceCollection) =>
  ['ID', collection, cachedOwner(DECLARED[collection].scope, CHANNEL.first)] as const;

/** Formats a cached record from its columns. The queries in `SAID` format table rows in the same way. */
type Say = (row: Record<string, number | string | null>) => string;
const SAY: Readonly<Partial<Record<ResourceCollection, Say>>> = {
  channelLocations: row => `${row['locationId']} ${row['version']} ${row['flags']}`,
  channelPostcodes: row => `${row['type']} ${row['zipcode']} ${row['version']} ${row['flags']}`,
  channelRoutes: row => `${row['id']} ${row['fromLocationId']} ${row['toLocationId']} ${row['version']}`,
  serviceCodes: row => `${row['code']} ${row['shipping_channel_id']} ${row['name']} ${row['version']}`,
  channelServiceConfs: row => `${row['channelId']} ${row['name']} ${row['shop_level'] ?? 0} ${row['version']}`,
  channelZones: row => `${row['id']} ${row['locationId']} ${row['zone']} ${row['version']}`,
};
const FLAGS = 'can_deliver::int + 2 * can_cod::int + 4 * can_pickup::int + 8 * can_cod_pickup::int';
/** Each query uses the order of its list. */
const SAID: Readonly<Partial<Record<ResourceCollection, string>>> = {
  channelLocations: `SELECT concat_ws(' ', location_id, version, ${FLAGS}) AS text FROM channel_locations
     WHERE channel_id = $1 ORDER BY type, location_id`,
  channelPostcodes: `SELECT concat_ws(' ', type, zipcode, version, ${FLAGS}) AS text FROM channel_postcodes
     WHERE channel_id = $1 ORDER BY type, zipcode COLLATE "C"`,
  channelRoutes: `SELECT concat_ws(' ', id, from_location_id, to_location_id, version) AS text FROM channel_routes
     WHERE channel_id = $1 ORDER BY applicable_type, from_location_id, to_location_id`,
  serviceCodes: `SELECT concat_ws(' ', code, shipping_channel_id, name, version) AS text FROM service_codes
     WHERE country = 'ID' AND $1::int8 IS NOT NULL ORDER BY code COLLATE "C"`,
  channelServiceConfs: `SELECT concat_ws(' ', channel_id, name, coalesce(shop_level, 0), version) AS text FROM channel_service_confs
     WHERE country = 'ID' AND $1::int8 IS NOT NULL ORDER BY channel_id`,
  channelZones: `SELECT concat_ws(' ', id, location_id, zone, version) AS text FROM channel_zones
     WHERE channel_id = $1 ORDER BY applicable_type, location_id`,
};

/** The compared columns of a collection that has no entry above: all columns except author and time. */
const comparedColumns = (collection: ResourceCollection): string[] =>
  Object.keys(columnsOf(DECLARED[collection])).filter(name => name !== 'updatedAt' && name !== 'updatedBy');
const sayOf = (collection: ResourceCollection): Say =>
  SAY[collection] ??
  (row =>
    comparedColumns(collection)
      // A changed row contains null where the segment's column contains the placeholder for an empty value.
      .map(name => row[name] ?? EMPTY[columnsOf(DECLARED[collection])[name] as CachedKind])
      .join(' '));
function saidOf(collection: ResourceCollection): string {
  const { ofEntity, columns, order } = DECLARED[collection];
  const compared = comparedColumns(collection).map(name => segmentSql(requireResource(collection), name));
  const sorted = order.map(name => `${columnName(name)}${columns[name] === 'text' ? ' COLLATE "C"' : ''}`);
  return (
    SAID[collection] ??
    `SELECT concat_ws(' ', ${compared.join(', ')}) AS text FROM ${recordTable(requireResource(collection))}
     WHERE ${ofEntity ? "country = 'ID' AND $1::int8 IS NOT NULL" : `${columnName(DECLARED[collection].owner)} = $1`} ORDER BY ${sorted.join(', ')}`
  );
}

/** Collections whose records are written by the code below. All other collections are written as declared. */
const BY_HAND: readonly ResourceCollection[] = Object.keys(SAY) as ResourceCollection[];
/** Valid values for fields that are subject to rules between fields. */
const WITHIN_RULES: Readonly<Partial<Record<ResourceCollection, (n: number) => Record<string, unknown>>>> = {
  channelConfigs: n => ({
    ...newChannelSettings('ID'),
    // Renaming a channel also changes the records that include the channel's name.
    channelName: `Channel ${n % 2}`,
    display_name: 'Channel',
    priority: n,
    maintenance: n % 2,
  }),
  threePlServiceConfs: n => ({ ...newConfig(), serviceableType: 2, isSbsSameAsStandard: n % 2 }),
  nonWorkingDays: n => ({
    WeekendsSetting: n % 2 === 0 ? 'Sun' : 'Sat, Sun',
    HolidaysSetting: `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
  }),
  locationCdts: n => ({
    originLevel: CDT_LEVEL.region,
    origin: 'ID',
    destinationLevel: CDT_LEVEL.region,
    destination: 'ID',
    minDays: n % 5,
    maxDays: 5 + (n % 3),
  }),
  channelCdts: n => ({ firstMileMin: n % 3, firstMileMax: 3 + (n % 3), crossBorderMin: 0, crossBorderMax: 0 }),
};

/** The existing channel to which a record of the entity refers; empty for all other records. */
const ofChannel = ({ fields, scope, key }: Resource): Record<string, unknown> =>
  scope === 'entity' && key.includes('channelId') && fields['channelId']?.kind === 'channel'
    ? { channelId: CHANNEL.first }
    : {};

/** The supplier to which the test's records refer. */
const SUPPLIER = 990_001;

/** Numbers that refer to another list: the value that needs no record, or the supplier. */
const referred = (resource: Resource): Record<string, number> =>
  Object.fromEntries(
    referencesOf(resource).flatMap(({ name, field, names }) =>
      field.kind === 'number' && names.collection !== PLACES ? [[name, Number(names.except?.[0] ?? SUPPLIER)]] : [],
    ),
  );

/** Returns the call that writes the n-th record of a collection, and its input. */
function writeOf(collection: ResourceCollection, verb: 'add' | 'update' | 'delete', n: number): [string, object] {
  const resource = requireResource(collection);
  const { add, update, remove } = RESOURCE_CALLS[collection];
  const places = fieldsOfKind(resource, 'place').map(([name]) => [name, STREET - 1 - (n % 3)]);
  const values = {
    ...sampleRow(collection, CHANNEL.first, n % 3, n),
    ...Object.fromEntries(places),
    ...WITHIN_RULES[collection]?.(n),
    ...referred(resource),
    ...ofChannel(resource),
  };
  const unnamed = inputFields(resource).filter(name => !resource.key.includes(name));
  const row: Record<string, unknown> = withMade(resource, lawful(resource, values, unnamed));
  const pick = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, row[name]]));
  const owner = ownerInput(resource);
  if (verb === 'update' && update)
    return [update.path, pick([...owner, ...updateFields(resource, { fields: resource.edit })])];
  if (verb === 'delete' && remove) {
    const named = Object.entries(deletionInput(resource)).map(([input, field]) => [input, row[field]]);
    return [remove.path, Object.fromEntries(named)];
  }
  return [add.path, pick([...owner, ...inputFields(resource)])];
}

/** A transport for the person that bypasses the network. */
const transportOf = (caller: Caller): Transport['call'] =>
  createTransport({
    baseUrl: 'http://x',
    project: () => null,
    fetch: (async (path: string, init: RequestInit) => {
      const url = new URL(path);
      const answer = await caller.call(`${url.pathname.replace(/^\/api/, '')}${url.search}`, {
        method: init.method as 'GET',
        headers: init.headers as Record<string, string>,
      });
      if (init.signal?.aborted) throw new DOMException('x', 'AbortError');
      return new Response(answer.raw.rawPayload as never, {
        status: answer.status,
        headers: { 'content-type': String(answer.raw.headers['content-type']) },
      });
    }) as never,
  }).call;

const WRITTEN = CACHED_COLLECTIONS;

describe.skipIf(inject('postgresUrl') === null)('the mirror under concurrent writers (postgres)', () => {
  let world: World;
  let caller: Caller;
  const mirrors: MirrorDb[] = [];

  beforeAll(async () => {
    world = await createWorld('postgres');
    caller = await world.as('id.editor');
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await resetRecords(world.database.pool);
    const client = await world.database.pool.connect();
    await insertRecords(client, reconSupplier, 'ID', [{ supplier_id: SUPPLIER }] as never).finally(() =>
      client.release(),
    );
    // The feed was emptied, so it no longer reaches back to the segments that were built before.
    await world.database.pool.query('TRUNCATE segment_sets, segments');
  });
  afterEach(async () => {
    for (const db of mirrors.splice(0)) await db.delete();
  });

  async function mirror(): Promise<MirrorDb> {
    const db = await openMirror((user += 1), anyone);
    mirrors.push(db);
    await noteOpened(db, OPENED, 1);
    await noteOpened(db, ['ID', cachedOwner('3pl', CHANNEL.first)], 1);
    await completeSet(db, 'ID', () => true);
    return db;
  }

  /** The channels, locations and records of the cached channel in a mirror. */
  async function contents(db: MirrorDb) {
    const never = new AbortController().signal;
    const call = transportOf(caller);
    await feedComplete(world.database.pool);
    for (let round = 0; round < 20; round++) {
      expect(await catchUp(db, call, 'ID', never)).toMatchObject({ kind: 'done' });
      const open = (await db.sets.toArray()).filter(({ state }) => state !== 'ready');
      if (open.length === 0) break;
      // As the console does: the entity's collections together, all others one by one.
      const ofEntity = open.filter(({ owner }) => owner === OF_ENTITY).map(({ collection }) => collection);
      expect(await loadSets(db, call, 'ID', ofEntity, never)).toEqual({ kind: 'done', missing: [] });
      for (const { collection } of open.filter(({ owner }) => owner !== OF_ENTITY))
        expect(await loadSet(db, call, cachedId(collection), never)).toBeNull();
    }
    const channels = await db.channels.where('entity').equals('ID').toArray();
    const snapshot = await db.snapshots.get('ID');
    const segments = await db.segments.bulkGet(snapshot?.locations ?? []);
    const places = new Map<number, string>();
    for (const segment of segments) {
      segment?.columns.ids.forEach((id, row) => {
        places.set(id, `${segment.columns.versions[row]} ${nameOfRow(segment.columns, row)}`);
      });
    }
    for (const { key, row } of await db.rows.where('[entity+collection]').equals(['ID', 'locations']).toArray()) {
      if (row) places.set(Number(key), `${row['version']} ${row['name']}`);
      else places.delete(Number(key));
    }
    const held: Record<string, string[]> = {};
    for (const set of await db.sets.toArray()) {
      const columns = await readCached(db, set);
      const { collection } = set;
      held[collection] = Array.from({ length: columns.length }, (_, at) => sayOf(collection)(columns.at(at)));
    }
    return {
      channels: channels.map(({ channelId, version }) => `${channelId} ${version}`).sort(),
      places: [...places].map(([id, text]) => `${id} ${text}`).sort(),
      held,
    };
  }

  async function truth() {
    const { pool } = world.database;
    const texts = async (sql: string, ...values: unknown[]) =>
      (await pool.query<{ text: string }>(sql, values)).rows.map(({ text }) => text).sort();
    const held: Record<string, string[]> = {};
    for (const collection of CACHED_COLLECTIONS) {
      const { rows } = await pool.query<{ text: string }>(saidOf(collection), [CHANNEL.first]);
      held[collection] = rows.map(({ text }) => text);
    }
    return {
      channels: await texts(`SELECT channel_id || ' ' || version AS text FROM channels WHERE country = 'ID'`),
      places: await texts(
        `SELECT location_id || ' ' || version || ' ' || name AS text FROM locations WHERE country = 'ID'`,
      ),
      held,
    };
  }

  /** Begins a transaction that takes its numbers immediately and ends when the returned function is called. */
  async function begin(write: (client: PoolClient) => Promise<Change[]>) {
    const client = await world.database.pool.connect();
    await client.query('BEGIN');
    await appendChanges(client, 'ID', await write(client), 1);
    return async (how: 'COMMIT' | 'ROLLBACK') => {
      await client.query(how);
      client.release();
    };
  }

  const renamePlace = (id: number, name: string) => async (client: PoolClient) => {
    const { rows } = await client.query<{ version: number; parent_id: number; level: number }>(
      `UPDATE locations SET name = $2, name_folded = $3, version = version + 1 WHERE location_id = $1
       RETURNING version, parent_id, level`,
      [id, name, fold(name)],
    );
    const row = rows[0];
    if (!row) return [];
    const { version, level } = row;
    const place = { locationId: id, name, parentId: row.parent_id, country: 'ID', level, postcode: '', version };
    return [{ collection: 'locations' as const, key: String(id), version, row: place }];
  };

  it('MR3: a reader that follows only a sequence misses rows, while a reader of the feed does not', async () => {
    const db = await mirror();
    const call = transportOf(caller);
    await catchUp(db, call, 'ID', new AbortController().signal);
    const { pool } = world.database;
    const bare: string[] = [];
    let last =
      (await pool.query<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM changes')).rows[0]?.seq ?? 0;
    const pageBare = async () => {
      const { rows } = await pool.query<{ seq: number; key: string; version: number }>(
        'SELECT seq, key, version FROM changes WHERE seq > $1 ORDER BY seq LIMIT 3',
        [last],
      );
      bare.push(...rows.map(({ key, version }) => `${key} ${version}`));
      last = rows.at(-1)?.seq ?? last;
      return rows.length;
    };
    for (let round = 0; round < 6; round++) {
      const slow = await begin(renamePlace(STREET, `Slow ${round}`));
      const quick = await begin(renamePlace(STREET + 1, `Quick ${round}`));
      await quick('COMMIT');
      await pageBare();
      await catchUp(db, call, 'ID', new AbortController().signal);
      await slow(round % 3 === 2 ? 'ROLLBACK' : 'COMMIT');
      await pageBare();
    }
    while ((await pageBare()) > 0);
    const { rows } = await pool.query<{ text: string }>(`SELECT key || ' ' || version AS text FROM changes`);
    const missed = rows.map(({ text }) => text).filter(text => !bare.includes(text));
    // The reader of the plain sequence never sees the late commits, while the mirror has their final state.
    expect(missed).toHaveLength(4);
    expect(await contents(db)).toEqual(await truth());
  });

  it('the test’s writers write valid records of every collection', async () => {
    // Creates a shop type, because a shop must refer to an existing one.
    await world.database.pool.query(
      `INSERT INTO shop_types (country, shop_type, channel_id, name, name_folded, status, updated_by, updated_at)
       SELECT 'ID', 'C' || n, $1, 'C' || n, 'c' || n, 0, 'test', 1 FROM generate_series(0, 999) n`,
      [CHANNEL.first],
    );
    const refused: string[] = [];
    for (const collection of CACHED_COLLECTIONS.filter(own => !BY_HAND.includes(own)))
      for (const [n, verb] of (['add', 'update', 'update'] as const).entries()) {
        const [path, body] = writeOf(collection, verb, n * 3);
        const { status, body: answer } = await caller.call(path, { body });
        // Whether a record already exists depends on the previous operations.
        if (![200, 404, 409].includes(status)) refused.push(`${path}: ${status} ${answer.message}`);
      }
    expect(refused).toEqual([]);
  });

  it('MR2: a mirror equals a new snapshot even if pages are truncated, repeated or interrupted', async () => {
    const db = await mirror();
    const seed = Number(process.env['SEED'] ?? Date.now() % 1e6);
    const random = seeded(seed);
    const real = transportOf(caller);
    const batches: Change[][] = [];
    // Reads small pages, and occasionally simulates a lost connection.
    const call = (async (definition: { id: string }, input: object, options?: { signal?: AbortSignal }) => {
      if (random() < 0.15) return { kind: 'noNetwork', reason: 'unreachable' };
      const sized = definition.id === 'feed.changes' ? { ...input, size: 1 + Math.floor(random() * 4) } : input;
      const outcome = await real(definition as never, sized as never, options);
      if (definition.id === 'feed.changes' && outcome.kind === 'ok')
        batches.push((outcome.data as { changes: Change[] }).changes);
      return outcome;
    }) as unknown as Transport['call'];
    const state = { writing: true };

    const places = async (own: number) => {
      for (let n = 0; n < 12; n++) {
        const end = await begin(renamePlace(STREET + own, `Place ${own} ${n}`));
        await setTimeout(random() * 25);
        await end(random() < 0.2 ? 'ROLLBACK' : 'COMMIT');
      }
    };
    const served = async (own: number) => {
      const key = { channelId: CHANNEL.first, type: 0, locationId: STREET + own };
      for (let n = 0; n < 12; n++) {
        const flags = Object.fromEntries(
          ['canDeliver', 'canCOD', 'canPickup', 'canCODPickup'].map(name => [name, random() < 0.5]),
        );
        const gone = { channel_id: key.channelId, location_id: key.locationId, applicable_type: 0 };
        const verb = random() < 0.6 ? 'update' : random() < 0.5 ? 'delete' : 'add';
        await caller.call(`/channelLocationService/${verb}`, { body: verb === 'delete' ? gone : { ...key, ...flags } });
      }
    };
    const records = async (own: number) => {
      const channelId = CHANNEL.first;
      for (let n = 0; n < 10; n++) {
        const zipcode = `4011${own + (n % 3)}`;
        const flags = { canDeliver: random() < 0.5, canCOD: false, canPickup: random() < 0.5, canCODPickup: false };
        const zoned = { channelId, applicableType: own, locationId: STREET - 1 - (n % 3) };
        const route = { ...zoned, fromLocationId: zoned.locationId, toLocationId: STREET - 2 };
        const verb = random() < 0.5 ? 'add' : random() < 0.5 ? 'update' : 'delete';
        const gone = { channel_id: channelId, zipcode, applicable_type: 0 };
        const zone = {
          id: Number(withMade<Record<string, unknown>>(channelZone, zoned)['id']),
          channelId,
          zone: `Z${n}`,
        };
        const [way, id] = [
          verb === 'delete' ? 'delete' : 'add',
          Number(withMade<Record<string, unknown>>(channelRoute, route)['id']),
        ];
        await Promise.all([
          ...CACHED_COLLECTIONS.filter(collection => !BY_HAND.includes(collection)).map(collection => {
            const [path, body] = writeOf(collection, verb, n);
            return caller.call(path, { body });
          }),
          caller.call(`/channelPostcodeService/${verb}`, {
            body: verb === 'delete' ? gone : { channelId, type: 0, zipcode, ...flags },
          }),
          caller.call(`/channelZoneService/${verb}`, { body: verb === 'add' ? { ...zoned, zone: `Z${n}` } : zone }),
          caller.call(`/channelRouteService/${way}`, { body: way === 'add' ? route : { id, channelId } }),
          caller.call(`/v2/sls/forward/sls-ops/service_code/${random() < 0.5 ? 'create' : 'update'}`, {
            body: { code: `C${n % 4}`, shipping_channel_id: channelId, name: `N${n}`, status: own },
          }),
          caller.call(`/channelServiceConf/${random() < 0.5 ? 'add' : 'update'}`, {
            body: { ...newConfig(), serviceableType: 2, channelId, isSbsSameAsStandard: n % 2 },
          }),
        ]);
      }
    };
    const reader = async () => {
      while (state.writing) {
        const abort = new AbortController();
        if (random() < 0.3) void setTimeout(random() * 20).then(() => abort.abort());
        await catchUp(db, call, 'ID', abort.signal);
        const collection = CACHED_COLLECTIONS[Math.floor(random() * CACHED_COLLECTIONS.length)] as ResourceCollection;
        if (random() < 0.5) await loadSet(db, call, cachedId(collection), abort.signal);
        if (random() < 0.3) await loadSets(db, call, 'ID', collectionsOf('entity'), abort.signal);
        // Applies an earlier page a second time, out of order.
        const again = batches[Math.floor(random() * batches.length)];
        if (again) await applyChanges(db, 'ID', again);
        await setTimeout(random() * 5);
      }
    };
    const reading = [reader(), reader()];
    // While writers hold the feed back, their changes are not read. They write again until enough changes of every kind
    // have been read during the writes.
    const seen = () => new Set(batches.flat().map(({ collection }) => collection));
    const enough = () => batches.flat().length > 20 && ['locations' as const, ...WRITTEN].every(one => seen().has(one));
    for (let round = 0; round < 20 && !enough(); round++) {
      const writers = [places(0), places(1), places(0), served(0), served(1), served(0), served(1)];
      await Promise.all([...writers, records(0), records(1), records(0)]);
      await setTimeout(25);
    }
    state.writing = false;
    await Promise.all(reading);

    const expected = await truth();
    expect(await contents(db), `SEED=${seed}`).toEqual(expected);
    expect(await contents(await mirror())).toEqual(expected);
    expect(batches.flat().length).toBeGreaterThan(20);
    // All these collections were written while the feed was being read.
    expect([...seen()]).toEqual(expect.arrayContaining(['locations', ...WRITTEN]));
  });
});
