import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_HEADERS } from '../../../tests/support/importFile.ts';
import { areasCsv, uploadForm } from '../../../tests/support/importing.ts';
import { CHANNEL, createWorld, STREET, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { BULK_HEAD, type ImportReceipt } from '../../contract/imports/calls.ts';

/** Imports that are applied to the embedded database in chunks, one of which fails. */

const FROM = 5_000_001;
const ROWS = 5_000;

describe('a large import into the embedded database', () => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld('embedded', { largeImport: 4_000 });
    editor = await world.as('id.editor');
    await world.database.pool.query(
      `INSERT INTO locations (location_id, country, parent_id, level, name, name_folded, state_id, city_id, district_id)
       SELECT $1::int8 + n, country, parent_id, level, 'Jalan ' || n, 'jalan ' || n, state_id, city_id, district_id
         FROM locations, generate_series(0, $2::int4 - 1) AS n WHERE location_id = $3`,
      [FROM, ROWS, STREET],
    );
  });
  afterAll(() => world.close());

  const kinds = [
    {
      what: 'locations',
      path: '/channelLocationService',
      bulkPath: '/v2/ops/bulk/channelLocation',
      table: 'channel_locations',
      headers: IMPORT_HEADERS,
      field: 'locationId',
      column: 'location_id',
      valueOf: (at: number): number | string => FROM + at,
      other: { path: '/channelPostcodeService/add', record: { zipcode: '00001' } },
    },
    {
      what: 'postcodes, in the table that most resources share',
      path: '/channelPostcodeService',
      bulkPath: '/v2/ops/bulk/channelPostcode',
      table: 'channel_postcodes',
      headers: IMPORT_HEADERS.map(heading => (heading === 'Location ID' ? 'Postcode' : heading)),
      field: 'zipcode',
      column: 'zipcode',
      valueOf: (at: number): number | string => String(10_000 + at),
      other: { path: '/channelLocationService/add', record: { locationId: FROM } },
    },
  ];

  it.each(kinds)(
    'an import continues after a step fails, and keeps its channels locked until it is done: $what',
    async ({ path, bulkPath, table, headers, field, column, valueOf, other }) => {
      const { pool } = world.database;
      await pool.query('TRUNCATE channel_locations, channel_postcodes');
      const flags = { canDeliver: true, canCOD: false, canPickup: false, canCODPickup: false };
      const channel = { channelId: CHANNEL.first, type: 0 };
      const last = { ...channel, [field]: valueOf(ROWS - 1) };
      await editor.data(`${path}/add`, { body: { ...last, ...flags } });
      await pool.query(
        `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF NEW.${column} = '${valueOf(3_000)}' THEN RAISE EXCEPTION 'no room'; END IF; RETURN NEW; END $$`,
      );
      await pool.query(`CREATE TRIGGER no_room BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION no_room()`);
      const yes = ['Yes', 'Yes', 'Yes', 'Yes'];
      const rows = Array.from({ length: ROWS }, (_, at) => [CHANNEL.first, 'Standard', valueOf(at), ...yes, 1]);
      const url = await uploadForm(editor, areasCsv(rows, headers));
      const sent = await editor.call<ImportReceipt>(`${path}/import`, {
        body: { fileUrlList: [url], background: true },
      });
      const { id } = sent.body.data as ImportReceipt;
      const done = async () =>
        (await pool.query<{ done: number }>('SELECT done FROM imports WHERE id = $1', [id])).rows[0]?.done;
      await expect.poll(done, { timeout: 60_000 }).toBe(2_000);
      // The next chunk fails. Records that the import has not changed yet must stay locked.
      await new Promise(resolve => setTimeout(resolve, 2_000));
      const update = () => editor.call(`${path}/update`, { body: { ...last, ...flags, canCOD: true } });
      const meanwhile = (await update()).status;
      // Bulk changes cannot interrupt the import either; they wait until it is done.
      const recordKey = `${CHANNEL.first}/${valueOf(ROWS - 1)}/0`;
      const fileUrl = await uploadForm(editor, Buffer.from(`${BULK_HEAD}\n1,0,${recordKey}\n`), 'records.csv');
      const bulk = await editor.data<ImportReceipt>(bulkPath, {
        body: { fileUrl, set: { canCOD: true }, background: true },
      });
      const bulkState = async () => (await editor.data<ImportReceipt>(`/v2/ops/imports/${bulk.id}`)).state;
      await new Promise(resolve => setTimeout(resolve, 1_000));
      expect(['queued', 'checking', 'applying']).toContain(await bulkState());
      // Other records of the same channel are not locked.
      const ofOther = await editor.call(other.path, { body: { ...channel, ...other.record, ...flags } });
      await pool.query(`DROP TRIGGER no_room ON ${table}`);
      await pool.query('DROP FUNCTION no_room');
      const receipt = () => editor.data<ImportReceipt>(`/v2/ops/imports/${id}`);
      await expect.poll(async () => (await receipt()).state, { timeout: 60_000, interval: 500 }).toBe('applied');
      const there = await pool.query(`SELECT 1 FROM ${table} WHERE channel_id = $1 AND can_cod_pickup`, [
        CHANNEL.first,
      ]);
      expect(there.rowCount).toBe(ROWS);
      expect(await receipt()).toMatchObject({ total: ROWS, counts: { added: ROWS - 1, changed: 1 } });
      await expect.poll(bulkState, { timeout: 20_000 }).toBe('applied');
      expect([meanwhile, ofOther.status, (await update()).status]).toEqual([503, 200, 200]);
    },
    180_000,
  );

  /** Makes a trigger that refuses one row of a table, until the returned function removes it. */
  const refuseRow = async (table: string, event: 'INSERT' | 'DELETE', condition: string) => {
    const { pool } = world.database;
    await pool.query(
      `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF ${condition} THEN RAISE EXCEPTION 'no room'; END IF; RETURN coalesce(NEW, OLD); END $$`,
    );
    await pool.query(`CREATE TRIGGER no_room BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION no_room()`);
    return async () => {
      await pool.query(`DROP TRIGGER no_room ON ${table}`);
      await pool.query('DROP FUNCTION no_room');
    };
  };
  const stateOf = async (id: string) => (await editor.data<ImportReceipt>(`/v2/ops/imports/${id}`)).state;
  const doneOf = async (id: string) =>
    (await world.database.pool.query<{ done: number }>('SELECT done FROM imports WHERE id = $1', [id])).rows[0]?.done;
  const send = async (path: string, lines: readonly string[]) => {
    const url = await uploadForm(editor, Buffer.from(`${lines.join('\n')}\n`), 'file.csv');
    return editor.data<ImportReceipt>(path, { body: { fileUrlList: [url], background: true } });
  };
  const GROUPS = '/client_mode/shop_group/import';
  const GROUP_HEAD = 'Group ID,Group Name,Status';

  it('a record to which a large import refers cannot be removed before the import is done', async () => {
    const { pool } = world.database;
    await editor.data('/shop_type/create', {
      body: { shopType: 'MALL', channelId: CHANNEL.first, name: 'Mall', status: 0 },
    });
    const group = await send(GROUPS, [GROUP_HEAD, '77,Late,Normal']);
    await expect.poll(() => stateOf(group.id), { timeout: 20_000 }).toBe('applied');
    const allow = await refuseRow('shops', 'INSERT', 'NEW.shop_id = 3001');
    // Only the last rows refer to the group, so nothing in the table refers to it until they have been applied.
    const shops = Array.from({ length: ROWS }, (_, at) => `${at + 1},Shop,MALL,${at < 4_500 ? 0 : 77},Normal,1`);
    const large = await send('/shop_type/shop/import', [
      'Shop ID,Shop Name,Shop Type,Shop Group,Status,Action Code',
      ...shops,
    ]);
    await expect.poll(() => doneOf(large.id), { timeout: 60_000 }).toBe(2_000);
    const undo = await editor.data<ImportReceipt>(`/v2/ops/imports/${group.id}/revert`, { body: { background: true } });
    await new Promise(resolve => setTimeout(resolve, 2_000));
    expect(['queued', 'checking', 'applying']).toContain(await stateOf(undo.id));
    await allow();
    await expect.poll(() => stateOf(large.id), { timeout: 60_000 }).toBe('applied');
    await expect.poll(() => stateOf(undo.id), { timeout: 20_000 }).toBe('refused');
    const there = await pool.query('SELECT 1 FROM shop_groups WHERE group_id = 77');
    expect(there.rowCount).toBe(1);
    await pool.query('TRUNCATE shops');
  }, 180_000);

  it('no record can refer to one that a large import is about to remove', async () => {
    const many = Array.from({ length: ROWS }, (_, at) => `${1_000 + at},Group,Normal`);
    const groups = await send(GROUPS, [GROUP_HEAD, ...many]);
    await expect.poll(() => stateOf(groups.id), { timeout: 60_000 }).toBe('applied');
    const allow = await refuseRow('shop_groups', 'DELETE', 'OLD.group_id = 4500');
    const undo = await editor.data<ImportReceipt>(`/v2/ops/imports/${groups.id}/revert`, {
      body: { background: true },
    });
    await expect.poll(() => doneOf(undo.id), { timeout: 60_000 }).toBe(2_000);
    const body = { shopId: 90_001, name: 'Shop', shopType: 'MALL', shopGroup: 5_900, status: 0 };
    const create = () => editor.call('/shop_type/shop/create', { body });
    const meanwhile = await create();
    // Another country's list does not wait for it.
    const malay = await world.as('my.editor');
    const elsewhere = await malay.call('/client_mode/shop_group/create', {
      headers: { 'x-ops-entity': 'MY' },
      body: { groupId: 5_900, name: 'Group', status: 0 },
    });
    await allow();
    await expect.poll(() => stateOf(undo.id), { timeout: 60_000 }).toBe('applied');
    const later = await create();
    expect([meanwhile.status, elsewhere.status, later.status, later.body.message]).toEqual([
      503,
      200,
      400,
      'shopGroup: there is no shop group 5900 in Indonesia; create it first, or use 0',
    ]);
  }, 180_000);
});
