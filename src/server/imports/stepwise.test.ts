import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areasCsv, callImport, uploadForm } from '../../../tests/support/importing.ts';
import { CHANNEL, createWorld, STREET, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import type { ImportReceipt } from '../../contract/imports/calls.ts';

/** Imports that the embedded database is given step by step, where a step fails. */

const FROM = 5_000_001;
const ROWS = 23_000;

describe('a large import on the embedded database', () => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld('embedded', {});
    editor = await world.as('id.editor');
    await world.database.pool.query(
      `INSERT INTO locations (location_id, country, parent_id, level, name, name_folded, state_id, city_id, district_id)
       SELECT $1::int8 + n, country, parent_id, level, 'Jalan ' || n, 'jalan ' || n, state_id, city_id, district_id
         FROM locations, generate_series(0, $2::int4 - 1) AS n WHERE location_id = $3`,
      [FROM, ROWS, STREET],
    );
  });
  afterAll(() => world.close());

  it('carries on where a step failed, its channels closed to other writes until it is done', async () => {
    const { pool } = world.database;
    const flags = { canDeliver: true, canCOD: false, canPickup: false, canCODPickup: false };
    const last = { channelId: CHANNEL.first, type: 0, locationId: FROM + ROWS - 1 };
    await editor.data('/channelLocationService/add', { body: { ...last, ...flags } });
    await pool.query(
      `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.location_id = ${FROM + 3_000} THEN RAISE EXCEPTION 'no room'; END IF; RETURN NEW; END $$`,
    );
    await pool.query(
      'CREATE TRIGGER no_room BEFORE INSERT ON channel_locations FOR EACH ROW EXECUTE FUNCTION no_room()',
    );
    const rows = Array.from({ length: ROWS }, (_, at) => [
      CHANNEL.first,
      'Standard',
      FROM + at,
      'Yes',
      'Yes',
      'Yes',
      'Yes',
      1,
    ]);
    const url = await uploadForm(editor, areasCsv(rows));
    const { id } = (await callImport(editor, { fileUrlList: [url], background: true })).body.data as ImportReceipt;
    const done = async () =>
      (await pool.query<{ done: number }>('SELECT done FROM imports WHERE id = $1', [id])).rows[0]?.done;
    await expect.poll(done, { timeout: 60_000 }).toBe(2_000);
    // The next step fails. What the import has still to change must stay as it was found.
    await new Promise(resolve => setTimeout(resolve, 2_000));
    const update = () => editor.call('/channelLocationService/update', { body: { ...last, ...flags, canCOD: true } });
    const meanwhile = (await update()).status;
    await pool.query('DROP TRIGGER no_room ON channel_locations');
    const receipt = () => editor.data<ImportReceipt>(`/v2/ops/imports/${id}`);
    await expect.poll(async () => (await receipt()).state, { timeout: 60_000, interval: 500 }).toBe('applied');
    const there = await pool.query(
      'SELECT 1 FROM channel_locations WHERE channel_id = $1 AND location_id >= $2 AND can_cod_pickup',
      [CHANNEL.first, FROM],
    );
    expect(there.rowCount).toBe(ROWS);
    expect(await receipt()).toMatchObject({ total: ROWS, counts: { added: ROWS - 1, changed: 1 } });
    expect([meanwhile, (await update()).status]).toEqual([503, 200]);
  }, 180_000);
});
