import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { importFileOf, type TestCell } from '../../../tests/support/importFile.ts';
import { CHANNEL, createWorld, resetRecords, STREET, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { importOf, type Sheet } from '../../contract/resourceSheet.ts';
import { locationSheet, postcodeSheet } from '../../contract/resources/sheets.ts';
import { checkImport } from '../../domain/import/check.ts';
import { lookupOf, readReferences } from './lookup.ts';
import { askedOf } from './reader/job.ts';
import { planRows } from './reader/planRows.ts';
import { clearRows } from './staged.ts';
import type { ImportPlan, ImportStore } from './store.ts';
import { storeOf } from './stores.ts';

/**
 * Imports of sheets that replace all records of a channel. No sheet of the product does so yet, so these sheets exist
 * only in this test.
 */

const storeNamed = (id: string): ImportStore => {
  const store = storeOf(id);
  if (!store) throw new Error(`there is no store of ${id}`);
  return store;
};

const FLAGS = { canDeliver: 'Yes', canCOD: 'No', canPickup: 'No', canCODPickup: 'No' };

describeOnEach('an import that replaces all records', kind => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  beforeEach(async () => {
    const { pool } = world.database;
    await resetRecords(pool);
    await pool.query(
      `INSERT INTO channel_postcodes (channel_id, type, zipcode, country, can_deliver)
       SELECT channel_id, 0, zipcode, 'ID', true FROM unnest($1::int8[]) AS channel_id, unnest($2::text[]) AS zipcode`,
      [
        [CHANNEL.first, CHANNEL.second],
        ['40111', '40112', '40113'],
      ],
    );
  });
  afterAll(() => world.close());

  const planOf = async (
    sheet: Sheet,
    rows: readonly Readonly<Record<string, TestCell>>[],
    leave: readonly string[] = [],
  ): Promise<{ plan: ImportPlan; does: string[][] }> => {
    const { pool } = world.database;
    const declaration = importOf(sheet);
    const headers = declaration.columns.map(({ header }) => header);
    const cells = rows.map(row => declaration.columns.map(({ key }) => row[key] ?? null));
    const file = importFileOf(declaration, [headers, ...cells]);
    const checked = checkImport(declaration, [file], lookupOf(await readReferences(pool, 'ID')));
    expect(checked.errors.total).toBe(0);
    const store = storeNamed(declaration.id);
    const existing = await store.readExisting(pool, 'ID', askedOf(checked));
    const plan = store.planOf(planRows(store.resource, checked, 'ID', existing, new Set(leave)));
    const does = Array.from({ length: plan.count }, (_, at) => [plan.change(at), plan.key(at)]);
    return { plan, does: does.toSorted() };
  };
  const postcodes = [
    { channelId: CHANNEL.first, type: 'Standard', zipcode: '40111', ...FLAGS },
    { channelId: CHANNEL.first, type: 'Standard', zipcode: '40115', ...FLAGS },
  ];
  const first = CHANNEL.first;

  it('places are read alike with any page size, whatever characters their names contain', async () => {
    const { pool } = world.database;
    await pool.query(
      `UPDATE locations SET name = E'A "b", \\\\c\nd' WHERE location_id = (SELECT max(location_id) FROM locations WHERE country = 'ID')`,
    );
    const { places } = await readReferences(pool, 'ID');
    const { rows } = await pool.query<{ id: string; name: string; parent: string; level: number }>(
      `SELECT location_id AS id, name, parent_id AS parent, level FROM locations WHERE country = 'ID' ORDER BY location_id`,
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(Array.from(places.names).at(-1)).toBe('A "b", \\c\nd');
    expect(
      Array.from(places.names, (name, at) => [places.ids[at], name, places.parents[at], places.levels[at]]),
    ).toEqual(rows.map(({ id, name, parent, level }) => [Number(id), name, Number(parent), level]));
    for (const page of [1, 2, rows.length]) expect((await readReferences(pool, 'ID', page)).places).toEqual(places);
  });

  it('records that the file does not contain are removed, but only in the channels that it contains', async () => {
    const replace: Sheet = { ...postcodeSheet, mode: 'replace' };
    const { plan, does } = await planOf(replace, postcodes);
    expect(does).toEqual([
      ['added', `${first}/40115/0`],
      ['removed', `${first}/40112/0`],
      ['removed', `${first}/40113/0`],
    ]);
    expect(plan.counts).toEqual({ added: 1, changed: 0, removed: 2, unchanged: 1, absent: 0, left: 0 });
    const kept = await planOf(replace, postcodes, [`${first}/40112/0`]);
    expect(kept.plan.counts).toMatchObject({ removed: 1, left: 1 });
    expect((await planOf(postcodeSheet, postcodes)).does).toEqual([['added', `${first}/40115/0`]]);
  });

  it('a replacing import is applied exactly as planned', async () => {
    const { pool } = world.database;
    const { plan } = await planOf({ ...postcodeSheet, mode: 'replace' }, postcodes);
    const store = storeNamed('channelPostcode');
    await clearRows(pool, store, 1);
    await plan.stage(pool, 1);
    const done = await pool.query<{ wanted: number; done: number }>(store.chunk, [1, 0, plan.count, 'a@x', 5, 'ID']);
    expect(done.rows).toEqual([{ wanted: 3, done: 3 }]);
    const left = await pool.query<{ zipcode: string }>(
      'SELECT zipcode FROM channel_postcodes WHERE channel_id = $1 ORDER BY zipcode',
      [first],
    );
    expect(left.rows.map(({ zipcode }) => zipcode)).toEqual(['40111', '40115']);
    const others = await pool.query('SELECT 1 FROM channel_postcodes WHERE channel_id = $1', [CHANNEL.second]);
    expect(others.rowCount).toBe(3);
  });

  it('a replacing import works for serviceable locations, too, whose flags are packed', async () => {
    const row = { channelId: first, type: 'Standard', locationId: STREET, ...FLAGS };
    const { plan, does } = await planOf({ ...locationSheet, mode: 'replace' }, [row]);
    const streets = await world.database.pool.query<{ id: number }>(
      'SELECT location_id AS id FROM channel_locations WHERE channel_id = $1 AND location_id <> $2 ORDER BY 1',
      [first, STREET],
    );
    expect(streets.rowCount).toBe(4);
    expect(does).toEqual(streets.rows.map(({ id }) => ['removed', `${first}/${id}/0`]).toSorted());
    expect(plan.counts).toMatchObject({ removed: 4, unchanged: 1 });
    const store = storeNamed('channelLocation');
    await clearRows(world.database.pool, store, 1);
    await plan.stage(world.database.pool, 1);
    const staged = await store.rows(world.database.pool, 1, 0, 10);
    expect(staged.map(({ before, after }) => [before?.['canDeliver'], after])).toEqual(
      // The channel does not deliver to one of the streets.
      expect.arrayContaining([
        [true, null],
        [false, null],
      ]),
    );
    expect((await planOf(locationSheet, [row])).does).toEqual([]);
  });
});
