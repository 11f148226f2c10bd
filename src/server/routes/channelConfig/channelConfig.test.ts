import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resetChannels, storedChannel } from '../../../../tests/support/channelFixture.ts';
import { uploadForm } from '../../../../tests/support/importing.ts';
import { CHANNEL, createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { ChannelModel } from '../../../contract/channelConfigReads.ts';
import type { ChannelRow } from '../../../contract/channels.ts';
import type { Change } from '../../../contract/feed.ts';
import { BULK_HEAD, type ImportReceipt } from '../../../contract/imports/calls.ts';
import type { ChannelConfigRow } from '../../../contract/resources/channelConfig.ts';
import { fromWords, type FlagWords } from '../../../domain/flags.ts';

/** Tests what integrated channels guarantee beyond what every resource does (CHC-10 to CHC-42). */

const BASE = '/sls/channelConfig';
/** Bits 0 and 50, which have no name. (`seed` in the fixture sets bits 62 and 0 of the first channel.) */
const UNNAMED = (1n << 0n) | (1n << 50n);
const NAMES = { channelName: 'J&T Express', display_name: 'J&T' };

describeOnEach('integrated channels', kind => {
  let world: World;
  let editor: Caller;

  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await resetChannels(world.database.pool, UNNAMED);
    await world.database.pool.query('DELETE FROM warehouses');
  });

  const post = <T = ChannelConfigRow>(path: string, body: object) => editor.call<T>(`${BASE}/${path}`, { body });
  const create = (values: object = {}) => post('create', { channelId: CHANNEL.first, ...NAMES, ...values });
  const created = async (values: object = {}) => {
    const answer = await create(values);
    expect(answer.body.message).toBe('');
    return answer.body.data as ChannelConfigRow;
  };
  const model = (channelId: number = CHANNEL.first) => editor.data<ChannelModel>(`${BASE}/get?channelId=${channelId}`);
  const channelOf = async (channelId: number) =>
    (await editor.data<{ list: ChannelRow[] }>('/sls/channels?count=100')).list.find(
      row => row.channelId === channelId,
    );
  const stored = () => storedChannel(world.database.pool);

  it('channels get a given id or the next free one, and appear in every list immediately (CHC-12)', async () => {
    const since = (await editor.data<{ cursor: string }>('/v2/ops/changes?entity=ID')).cursor;
    const own = await post('create', { channelId: 777, ...NAMES });
    expect(own.body.data).toMatchObject({ channelId: 777, channel_type: 10008, status: 0, country: 'ID', version: 1 });
    const next = await post('create', { channelName: 'Next', display_name: 'Next one' });
    const channelId = next.body.data?.channelId ?? 0;
    expect(channelId).toBeGreaterThan(CHANNEL.second);
    expect(await channelOf(channelId)).toMatchObject({ name: 'Next', display_name: 'Next one', type: 10008 });
    const { changes } = await editor.data<{ changes: Change[] }>(`/v2/ops/changes?entity=ID&since=${since}`);
    expect(changes.map(({ collection, key }) => [collection, key])).toEqual([
      ['channelConfigs', 'ID/777'],
      ['channels', '777'],
      ['channelConfigs', `ID/${channelId}`],
      ['channels', String(channelId)],
    ]);
    expect((await post('create', { channelId: 777, ...NAMES })).status).toBe(409);
    const foreign = await post('create', { channelId: CHANNEL.malaysia, ...NAMES });
    expect([foreign.status, foreign.body.message]).toEqual([
      400,
      `channelId: the number ${CHANNEL.malaysia} is taken; choose another one, or leave it empty`,
    ]);
  });

  it.each([
    [{ channelName: '' }, 'channelName: Buyer Side Channel Name is mandatory'],
    [{ display_name: '  ' }, 'display_name: Seller Side Channel Name is mandatory'],
    [{ channelName: 'x'.repeat(256) }, 'channelName: Buyer Side Channel Name allows at most 255 characters'],
    [{ dimension_max_length: 5 }, 'dimension_max_width: All values in dimension_criterion should be filled toghether'],
    [
      { cod: 1, shop_cod_whitelist: 1, shop_cod_blacklist: 1 },
      'shop_cod_blacklist: A channel can have the shop COD whitelist or the shop COD blacklist, but not both',
    ],
    [
      { channel_tag: 'Local' },
      'channel_tag: must be one of "Local Channel", "Local WMS Channel", "Cross Border Channel", "Cross Border Channel&Local WMS Channel"',
    ],
    [{ from_country: 'XX' }, 'from_country: From Country must be one of ID, MY, PH, SG, TW, TH, VN, BR'],
    [{ cod: 1, sod: 1 }, 'sod: SOD is available only in Taiwan'],
    [{ kyc_control: 1 }, 'kyc_control: KYC control is available only in Taiwan'],
    [{ extraData: { max_distance: -1 } }, 'extraData: max_distance must be 0 or more'],
    [{ channelName: '\u200b' }, 'channelName: Buyer Side Channel Name is mandatory'],
    [{ warehouse_location: ['W'] }, 'warehouse_location: The channel tag "Local Channel" has no WMS location'],
    [{ flag: [0, 0, 0] }, 'flag: has more than 2 entries'],
    [
      { flag: [2_147_483_664, 2_684_354_560] },
      'flag: bits 31, 61, 63 have no name, so a new channel cannot have them; send 0 instead',
    ],
    [{ flag: [32, 0] }, 'flag: bit 5 has no name, so a new channel cannot have it; send 0 instead'],
    [{ flag: [2 ** 32, 0] }, 'flag.0: must be at most 4294967295'],
    [{ deliveryFlag: 8 }, 'deliveryFlag: must be at most 7'],
    [{ extraData: { max_size: 1e15 } }, 'extraData: max_size is too large'],
  ])('the channel %o is refused: %s', async (values, message) => {
    const answer = await create(values);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect(await channelOf(CHANNEL.first)).toMatchObject({ name: 'J&T Express' });
  });

  it('a channel with flags up to bit 62 and extra data is stored unchanged (CHC-10, CHC-31, G48)', async () => {
    const flag = (1n << 34n) | (1n << 58n) | (1n << 4n) | (1n << 33n) | (1n << 22n);
    const extraData = {
      max_size: 12.5,
      dimension_criterion: { max_length: 1, max_width: 2, sum_height: 3 },
      cod_max_order_total: 1_999_000,
    };
    const row = await created({
      flag: [Number(flag & 0xffffffffn), Number(flag >> 32n)],
      deliveryFlag: 5,
      extraData,
      seller_location: ['B', 'A'],
    });
    expect(row).toMatchObject({
      cod: 1,
      cod_toggle: 1,
      buyer_whitelist: 1,
      name_list: 2,
      pickup: 1,
      dropoff: 0,
      preferred_delivery_time: 1,
      delivery_instructions: 0,
      leave_parcel: 1,
      max_size: 12_500,
      cod_max_order_total: 1_999_000,
      seller_location: 'A,B',
    });
    const answered = await model();
    expect(answered).toMatchObject({
      deliveryFlag: 5,
      seller_location: ['A', 'B'],
      extraData: { ...extraData, partner_code: 7 },
    });
    expect(fromWords(answered.flag as FlagWords)).toBe(flag | UNNAMED);
  });

  it('"Update via maintenance" keeps every bit and field it does not name (CHC-37 to CHC-40)', async () => {
    const row = await created({ extraData: { max_size: 5, min_size: 1, volumetric_factor: 6000 }, cod: 1 });
    const answer = await post('cod', {
      channelId: row.channelId,
      version: row.version,
      deltaFlag: { set0: [], set1: [58, 59] },
      flag: '',
      extraData: '',
    });
    expect(answer.body.data).toMatchObject({ cod: 1, cod_toggle: 1, shop_cod_whitelist: 1, version: 2 });
    const order = await post('order', {
      channelId: row.channelId,
      version: 2,
      deltaExtraData: { modify: '{"max_size":7.25}', remove: '{"min_size":null,"volumetric_factor":0}' },
    });
    expect(order.body.data).toMatchObject({ max_size: 7250, min_size: null, volumetric_factor: 0, version: 3 });
    expect(await stored()).toEqual({
      flag: UNNAMED | (1n << 4n) | (1n << 58n) | (1n << 59n) | (1n << 11n),
      extra: { partner_code: 7, max_size: 7.25, volumetric_factor: 0 },
    });
    const unnamed = await post('cod', { channelId: row.channelId, deltaFlag: { set1: [5] } });
    expect([unnamed.status, unnamed.body.message]).toEqual([
      400,
      'deltaFlag: bit 5 has no name, so it is never changed',
    ]);
    const stale = await post('order', { channelId: row.channelId, version: 1, deltaExtraData: { modify: '{}' } });
    expect(stale.status).toBe(409);
  });

  it('settings that an update omits are kept, and settings that it sends as empty are cleared', async () => {
    const row = await created({ extraData: { max_size: 5, min_size: 1, item_max_size: 3 }, cod: 1 });
    const of = (group: string, body: object) => post(group, { channelId: row.channelId, ...body });
    const order = await of('order', { min_size: 2000 });
    expect(order.body.data).toMatchObject({ max_size: 5000, min_size: 2000, item_max_size: 3000, version: 2 });
    const cod = await of('cod', { cod_toggle: 1 });
    expect(cod.body.data).toMatchObject({ cod: 1, cod_toggle: 1, version: 3 });
    const emptied = await of('order', { min_size: '' });
    expect(emptied.body.data).toMatchObject({ max_size: 5000, min_size: null, version: 4 });
    const open = await of('order', { max_size: null, version: 4 });
    expect(open.body.data).toMatchObject({ max_size: null, item_max_size: 3000, version: 5 });
    expect((await stored()).extra).toEqual({ partner_code: 7, item_max_size: 3 });
  });

  it('warehouses are updated by lists of added and removed ones (CHC-40, G56)', async () => {
    const row = await created({ seller_location: ['A', 'B'], warehouse_location: 'W', channel_tag: 2 });
    const answer = await post('update', {
      channelId: row.channelId,
      modify_warehouse: ['C'],
      remove_warehouse: ['A'],
      remove_sbs_warehouse: ['W'],
    });
    expect(answer.body.data).toMatchObject({ seller_location: 'B,C', warehouse_location: '', ...NAMES });
  });

  it('a warehouse abroad is refused, even if two people changed country and warehouses (CHC-15, CHC-42)', async () => {
    await world.database.pool.query(
      `INSERT INTO warehouses (id, country, wms, name, region, city)
       VALUES ('I1', 'ID', false, 'One', 'Banten', 'Tangerang'), ('IW', 'ID', true, 'Two', 'Banten', 'Tangerang'),
              ('G1', 'SG', false, 'Three', 'East', 'Changi')`,
    );
    const row = await created({ seller_location: ['I1'], warehouse_location: ['IW'], channel_tag: 2 });
    const change = async (body: object) => {
      const { status, body: answer } = await post('update', { channelId: row.channelId, ...body });
      return [status, answer.message];
    };
    expect(await change({ modify_warehouse: ['IW'] })).toEqual([
      400,
      'seller_location: IW is not a valid seller warehouse in Indonesia',
    ]);
    // Warehouses that the call does not contain are cleared with the country; those that it contains are checked.
    expect(await change({ from_country: 'SG', remove_warehouse: ['I1'], modify_sbs_warehouse: ['IW'] })).toEqual([
      400,
      'warehouse_location: IW is not a valid WMS warehouse in Singapore',
    ]);
    expect(await change({ channel_tag: 1, modify_sbs_warehouse: ['IW'] })).toEqual([
      400,
      'warehouse_location: The channel tag "Local Channel" has no WMS location',
    ]);
    const moved = { from_country: 'SG', remove_warehouse: ['I1'], remove_sbs_warehouse: ['IW'] };
    expect(await change({ ...moved, modify_warehouse: ['G1'] })).toEqual([200, '']);
    // Warehouses that the channel already has are not checked again, even if one of them no longer exists.
    await world.database.pool.query(`DELETE FROM warehouses WHERE id = 'G1'`);
    expect(await change({ priority: 8 })).toEqual([200, '']);
    // If no warehouses are known, any warehouse is accepted.
    expect(await change({ from_country: 'BR', seller_location: ['B9'] })).toEqual([200, '']);
  });

  it('a call with all settings and a bulk change refuse a warehouse abroad as well (CHC-15)', async () => {
    await world.database.pool.query(
      `INSERT INTO warehouses (id, country, wms, name, region, city) VALUES ('I1', 'ID', false, 'One', 'Banten', 'Tangerang')`,
    );
    const row = await created({ seller_location: ['I1'] });
    const problem = 'X9 is not a valid seller warehouse in Indonesia';
    const whole = await post('update', { ...row, seller_location: 'I1,X9' });
    expect([whole.status, whole.body.message]).toEqual([400, `seller_location: ${problem}`]);
    const lines = Buffer.from(`${BULK_HEAD}\n${row.version},0,ID/${row.channelId}\n`);
    const bulk = async (set: object) =>
      editor.data<ImportReceipt>('/v2/ops/bulk/channelConfig', {
        body: { fileUrl: await uploadForm(editor, lines, 'records.csv'), set },
      });
    expect(await bulk({ seller_location: 'X9' })).toMatchObject({
      state: 'refused',
      failList: [{ message: `Seller Location: ${problem}.` }],
    });
    expect(await bulk({ priority: 7 })).toMatchObject({ state: 'applied' });
    // A warehouse that the channel already has is not checked again, even if it no longer exists.
    await world.database.pool.query(`UPDATE warehouses SET id = 'I2'`);
    expect((await post('update', { ...row, priority: 8, version: row.version + 1 })).status).toBe(200);
  });

  it.each([
    ['channelName', '', 'Buyer Side Channel Name is mandatory'],
    ['channelName', ' \u3000 ', 'Buyer Side Channel Name is mandatory'],
    ['display_name', '', 'Seller Side Channel Name is mandatory'],
  ])('no call and no bulk change empties %s with %o (CHC-13)', async (field, value, problem) => {
    const row = await created();
    const refused = [400, `${field}: ${problem}`];
    for (const path of ['update', 'maintenance/update'])
      expect(await refusal(path, { channelId: row.channelId, [field]: value })).toEqual(refused);
    const lines = Buffer.from(`${BULK_HEAD}\n${row.version},0,ID/${row.channelId}\n`);
    const fileUrl = await uploadForm(editor, lines, 'records.csv');
    const bulk = await editor.call('/v2/ops/bulk/channelConfig', { body: { fileUrl, set: { [field]: value } } });
    expect([bulk.status, bulk.body.message]).toEqual(refused);
    expect(await channelOf(row.channelId)).toMatchObject({ name: row.channelName, display_name: row.display_name });
  });

  it('the call for a group only changes that group’s settings, whatever else the request contains', async () => {
    const row = await created({ priority: 3 });
    const { data } = (await post('return', { channelId: row.channelId, return_flag: 1, priority: 9, cod: 1 })).body;
    expect(data).toMatchObject({ return_flag: 1, priority: 3, cod: 0, version: 2 });
  });

  it('renaming a channel updates its name in every list, including the serviceable-area configuration', async () => {
    const row = await created();
    await post('update', { ...row, channelName: 'J&T Cargo' });
    expect(await channelOf(CHANNEL.first)).toMatchObject({ name: 'J&T Cargo' });
    await world.database.pool.query('UPDATE channel_service_confs SET name = $2 WHERE channel_id = $1', [
      CHANNEL.first,
      'J&T Cargo',
    ]);
  });

  it('permission flags change bit by bit, and blacklist excludes whitelist (CHC-22, CHC-25, CHC-41)', async () => {
    const row = await created({ cod: 1, shop_cod_whitelist: 1 });
    const path = `${BASE}/permission?channelId=${row.channelId}`;
    expect(await editor.data(path)).toEqual({ channelId: row.channelId, permission: 0 });
    const set = await post('permission/update', { channelId: row.channelId, changes: [[1, 1]] });
    expect(set.body.data).toEqual({ channelId: row.channelId, permission: 2 });
    expect(await editor.data(path)).toEqual({ channelId: row.channelId, permission: 2 });
    expect(fromWords((await model()).flag as FlagWords) & (1n << 59n)).toBe(0n);
    const wrong = await post('permission/update', { channelId: row.channelId, changes: [[2, 1]] });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'changes: bit 2 has no name, so it is never changed']);
  });

  it('concurrent calls that each change a different setting all take effect', async () => {
    const row = await created();
    const { channelId } = row;
    const answers = await Promise.all([
      post('update', { channelId, deltaFlag: { set1: [4] } }),
      post('update', { channelId, deltaFlag: { set0: [11] } }),
      ...['max_size', 'item_max_size'].map(name =>
        post('update', { channelId, deltaExtraData: { modify: JSON.stringify({ [name]: 7000 }) } }),
      ),
      post('permission/update', { channelId, changes: [[1, 1]] }),
    ]);
    expect(answers.map(({ body }) => body.message)).toEqual(answers.map(() => ''));
    const { list } = await editor.data<{ list: ChannelConfigRow[] }>(`${BASE}/list?count=100`);
    expect(list.find(one => one.channelId === channelId)).toMatchObject({
      cod: 1,
      tracking: 0,
      max_size: 7_000_000,
      item_max_size: 7_000_000,
      shop_cod_blacklist: 1,
      version: row.version + answers.length,
    });
  });

  it('the maintenance switch requires its own permission, all other changes write (PERM-14)', async () => {
    const row = await created();
    const viewer = await world.as('id.viewer');
    const body = { channelId: row.channelId, maintenance: 1 };
    expect((await viewer.call(`${BASE}/maintenance/update`, { body })).status).toBe(403);
    expect((await viewer.call(`${BASE}/return`, { body: { channelId: row.channelId, return_flag: 1 } })).status).toBe(
      403,
    );
    expect((await editor.call(`${BASE}/maintenance/update`, { body })).body.data).toMatchObject({ maintenance: 1 });
  });

  it('warehouses, service types and countries of origin can be selected (CHC-42)', async () => {
    await world.database.pool.query(
      `INSERT INTO warehouses (id, country, wms, name, region, city)
       VALUES ('S1', 'ID', false, 'One', 'Banten', 'Tangerang'), ('W1', 'ID', true, 'Two', 'Banten', 'Tangerang'),
              ('S2', 'MY', false, 'Three', 'Johor', 'Johor Bahru')`,
    );
    expect(await editor.data(`${BASE}/warehouses?from_country=ID`)).toEqual({
      seller_location_list: [{ id: 'S1', name: 'One', region: 'Banten', city: 'Tangerang' }],
      warehouse_location_list: [{ id: 'W1', name: 'Two', region: 'Banten', city: 'Tangerang' }],
    });
    await created({ type: 0, from_country: 'SG' });
    expect(await editor.data(`${BASE}/nonIntegratedFromCountries`)).toEqual({ list: ['ID', 'SG'] });
    const types = await editor.data<{ list: { label: string }[] }>(`${BASE}/serviceTypes`);
    expect(types.list.length).toBeGreaterThan(1);
  });

  it('a non-integrated channel is registered in the country of its lane code, without its weights (ENT-4, ENT-6, G87)', async () => {
    const register = (body: object, caller = editor) =>
      caller.call('/sls/nonIntegratedChannel/register', {
        body: {
          channelId: 888,
          channelName: 'Lane',
          display_name: 'Lane one',
          from_country: 'SG',
          laneCode: 'SG-ID01',
          limit: '{"max_weight":30,"min_weight":1,"max_length":120.5}',
          ...body,
        },
      });
    const wrong = await register({ laneCode: 'LUS01' });
    expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('as in LID01')]);
    expect((await register({ laneCode: 'LMY01' })).status).toBe(403);
    expect((await register({}, await world.as('id.viewer'))).status).toBe(403);
    expect((await register({ limit: '[30]' })).status).toBe(400);
    expect((await register({})).body.data).toEqual({
      channelId: 888,
      laneCode: 'SG-ID01',
      country: 'ID',
      category: 1,
      limit: { max_length: 120.5 },
    });
    expect(await model(888)).toMatchObject({ type: 0, from_country: 'SG', channel_tag: 'Cross Border Channel' });
    expect((await register({})).status).toBe(409);
    // Its settings can be changed like those of any channel, and the lane and the limits stay.
    await editor.data(`${BASE}/return`, { body: { channelId: 888, return_flag: 1 } });
    expect((await model(888)).extraData).toMatchObject({ laneCode: 'SG-ID01', limit: { max_length: 120.5 } });
    expect((await register({ channelId: 889, laneCode: 'L-ID01', from_country: 'ID' })).body.data).toMatchObject({
      category: 2,
    });
    const { rows } = await world.database.pool.query<{ operator: string }>(
      `SELECT operator_type AS operator FROM audit_logs WHERE url = '/api/sls/nonIntegratedChannel/register'`,
    );
    expect(rows.map(({ operator }) => operator)).toEqual(['Create', 'Create']);
  });

  const refusal = async (path: string, body: object): Promise<[number, string]> => {
    const { status, body: answer } = await post(path, { channelId: CHANNEL.first, ...body });
    return [status, answer.message];
  };

  it('"Update via maintenance" accepts all deltas and channel fields (CHC-40, G58)', async () => {
    const row = await created({ name_list: 1, seller_location: 'A' });
    const all = await post('maintenance/update', {
      channelId: CHANNEL.first,
      version: row.version,
      maintenance: 1,
      priority: 7,
      channel_tag: 'Local WMS Channel',
      deltaFlag: { set0: [11], set1: [33, 22] },
      deltaExtraData: { modify: '{"max_size":2.5}', remove: '{"min_size":0}' },
      is_show_preferred_delivery_option: 4,
      modify_warehouse: ['B'],
      changes: [[1, 1]],
      flag: '',
      extraData: '',
    });
    expect(all.body.message).toBe('');
    expect(all.body.data).toMatchObject({
      maintenance: 1,
      priority: 7,
      channel_tag: 2,
      tracking: 0,
      pickup: 1,
      name_list: 2,
      max_size: 2500,
      min_size: 0,
      leave_parcel: 1,
      shop_cod_blacklist: 1,
      seller_location: 'A,B',
      version: row.version + 1,
    });
    // On one connection, a first statement sets all settings, and the next one sets only the switch.
    const off = await post('maintenance/update', { channelId: CHANNEL.first, maintenance: 0 });
    expect(off.body.data).toMatchObject({ maintenance: 0, priority: 7, max_size: 2500 });
    const stale = await post('maintenance/update', { channelId: CHANNEL.first, version: 1, deltaFlag: { set1: [4] } });
    expect(stale.status).toBe(409);
  });

  it('the maintenance permission alone permits only the list and the switch (PERM-12)', async () => {
    const row = await created();
    const code = 'channel_management.channel_config_integrated';
    const { pool } = world.database;
    const { rows } = await pool.query<{ codes: string[] }>(`SELECT codes FROM roles WHERE name = 'viewer' LIMIT 1`);
    const viewer = await world.as('id.viewer');
    const status = async (path: string, body?: object) =>
      (await viewer.call(`${BASE}${path}`, body === undefined ? {} : { body: { channelId: row.channelId, ...body } }))
        .status;
    try {
      await pool.query(`UPDATE roles SET codes = $1 WHERE name = 'viewer'`, [[`${code}.maintenance`]]);
      // The reply of the switch contains nothing that list and get do not return.
      const listed = await viewer.data<{ list: ChannelConfigRow[] }>(`${BASE}/list?count=100`);
      expect(listed.list.find(({ channelId }) => channelId === row.channelId)).toEqual(row);
      expect(await status(`/get?channelId=${row.channelId}`)).toBe(200);
      const switched = await viewer.call<ChannelConfigRow>(`${BASE}/maintenance/update`, {
        body: { channelId: row.channelId, maintenance: 1, version: row.version },
      });
      expect(switched.body.data).toMatchObject({ maintenance: 1, version: row.version + 1 });
      expect(await status('/maintenance/update', { maintenance: 0, version: row.version })).toBe(409);
      for (const path of ['/update', '/cod', '/flags', '/create', '/cod/import'])
        expect([path, await status(path, { priority: 3 })]).toEqual([path, 403]);
      const log = await viewer.call(`/ops/audit-logs/business?code=${code}`);
      expect(log.status).toBe(403);
    } finally {
      await pool.query(`UPDATE roles SET codes = $1 WHERE name = 'viewer'`, [rows[0]?.codes]);
    }
  });

  it('deltas always require write, and the switch its own permission, in any call (PERM-14)', async () => {
    const row = await created();
    const code = 'channel_management.channel_config_integrated';
    const grant = (right: string) =>
      world.database.pool.query(`UPDATE roles SET codes = array_append(codes, $1) WHERE name = 'viewer'`, [right]);
    const viewer = await world.as('id.viewer');
    const send = async (path: string, body: object) => {
      const { status, body: answer } = await viewer.call(`${BASE}/${path}`, {
        body: { channelId: row.channelId, ...body },
      });
      return [status, /[a-z_.]+ in Indonesia/.exec(answer.message)?.[0] ?? answer.message];
    };
    try {
      await grant(`${code}.maintenance`);
      // The console of a person with only the maintenance permission sends the other fields unchanged, together with
      // the switch.
      const same = { channelName: row.channelName, priority: row.priority, is_show_preferred_delivery_option: 0 };
      expect(await send('maintenance/update', { ...same, deltaFlag: {}, maintenance: 1 })).toEqual([200, '']);
      const denied = [403, `${code}.write in Indonesia`];
      expect(await send('maintenance/update', { deltaFlag: { set1: [4] } })).toEqual(denied);
      expect(await send('maintenance/update', { priority: 9 })).toEqual(denied);
      // The change is based on an older version. The conflict takes precedence, so that the switch can be merged and
      // sent again.
      expect((await send('maintenance/update', { priority: 9, version: row.version }))[0]).toBe(409);
      await world.database.pool.query(`UPDATE roles SET codes = array_remove(codes, $1) WHERE name = 'viewer'`, [
        `${code}.maintenance`,
      ]);
      await grant(`${code}.write`);
      expect(await send('update', { maintenance: 0 })).toEqual([403, `${code}.maintenance in Indonesia`]);
    } finally {
      await world.database.pool.query(
        `UPDATE roles SET codes = array_remove(array_remove(codes, $1), $2) WHERE name = 'viewer'`,
        [`${code}.maintenance`, `${code}.write`],
      );
    }
  });

  it.each([
    ['cod', { deltaFlag: { set0: [11] } }, 'Tracking'],
    ['cod', { deltaExtraData: { modify: '{"max_size":1}' } }, 'Max Size'],
    ['name', { deltaFlag: { set1: [4, 62] } }, 'COD, SOD'],
    [
      'order',
      { deltaExtraData: { remove: '{"item_max_size":null,"kyc_control":null}' } },
      'Item Max Size, KYC Control',
    ],
    ['return', { modify_warehouse: ['X'] }, 'Seller Location'],
    ['extra', { remove_sbs_warehouse: ['X'] }, 'WMS Location'],
    ['flags', { changes: [[1, 0]] }, 'Shop COD Blacklist'],
    ['cod', { flag: [1 << 22, 0] }, 'Tracking, Pickup'],
    ['return', { type: 0 }, 'Type'],
  ])('the call %s refuses settings of another group: %o', async (group, body, labels) => {
    const row = await created();
    expect(await refusal(group, body)).toEqual([
      400,
      `${labels} cannot be changed by this call. Use the call of its own group, or ${BASE}/maintenance/update, which accepts all of them.`,
    ]);
    // The conflict of a stale update takes precedence, because its deltas are based on a different state.
    expect((await refusal(group, { ...body, version: row.version + 5 }))[0]).toBe(409);
  });

  it('mutually exclusive settings are never both on, whatever was applied (CHC-23, CHC-25 to CHC-27)', async () => {
    await created({ name_list: 1 });
    const listed = (body: object) => post('name', { channelId: CHANNEL.first, ...body });
    expect((await listed({ deltaFlag: { set1: [33] } })).body.data).toMatchObject({ name_list: 2 });
    expect(fromWords((await model()).flag as FlagWords) & (3n << 32n)).toBe(2n << 32n);
    expect((await listed({ deltaFlag: { set1: [32, 34] } })).body.data).toMatchObject({
      name_list: 1,
      buyer_whitelist: 1,
    });
    expect(await refusal('name', { deltaFlag: { set1: [32, 33] } })).toEqual([
      400,
      'deltaFlag: a channel has the whitelist (bit 32) or the blacklist (bit 33), not both',
    ]);
    expect((await refusal('update', { flag: [0, 3] }))[1]).toBe(
      'flag: a channel has the whitelist (bit 32) or the blacklist (bit 33), not both',
    );
    const cod = (body: object) => post('cod', { channelId: CHANNEL.first, ...body });
    expect((await cod({ deltaFlag: { set1: [4, 59] } })).body.data).toMatchObject({ shop_cod_whitelist: 1 });
    expect((await cod({ changes: [[1, 1]] })).body.data).toMatchObject({
      shop_cod_whitelist: 0,
      shop_cod_blacklist: 1,
    });
    expect((await cod({ deltaFlag: { set1: [59] } })).body.data).toMatchObject({
      shop_cod_whitelist: 1,
      shop_cod_blacklist: 0,
    });
    expect((await refusal('cod', { deltaFlag: { set1: [59] }, changes: [[1, 1]] }))[0]).toBe(400);
    await world.database.pool.query('UPDATE channel_configs SET sod = 1 WHERE channel_id = $1', [CHANNEL.first]);
    expect((await cod({ deltaFlag: { set0: [4] } })).body.data).toMatchObject({ cod: 0, sod: 0 });
  });

  it.each([
    ['cod', { cod: 1, deltaFlag: { set0: [4] } }, 'cod'],
    ['maintenance/update', { flag: [0, 0], deltaFlag: { set1: [11] } }, 'tracking'],
    ['update', { type: 0, channel_type: 10008 }, 'channel_type'],
    ['preference', { preferred_delivery_time: 0, deliveryFlag: 1 }, 'preferred_delivery_time'],
    ['preference', { is_show_preferred_delivery_option: 1, deliveryFlag: 2 }, 'deliveryFlag'],
    ['order', { max_size: 1000, deltaExtraData: { modify: '{"max_size":5}' } }, 'max_size'],
    ['order', { extraData: { max_size: 3 }, deltaExtraData: { modify: '{"max_size":5}' } }, 'max_size'],
    ['update', { seller_location: ['A'], modify_warehouse: ['B'] }, 'seller_location'],
    ['update', { modify_warehouse: ['B'], remove_warehouse: ['B'] }, 'modify_warehouse'],
    [
      'cod',
      {
        changes: [
          [1, 1],
          [1, 0],
        ],
      },
      'changes',
    ],
    [
      'permission/update',
      {
        changes: [
          [1, 1],
          [1, 0],
        ],
      },
      'changes',
    ],
    ['create', { channelId: 778, ...NAMES, cod: 1, flag: [0, 0] }, 'cod'],
  ])('two different values of a setting in one call of %s are refused: %o', async (path, body, field) => {
    const row = await created({ cod: 0, seller_location: 'C' });
    const [status, message] = await refusal(path, body);
    expect([status, message.split(':')[0]]).toEqual([400, field]);
    expect((await post('update', { channelId: CHANNEL.first })).body.data).toMatchObject({ version: row.version });
  });

  it('a setting that a call contains twice with the same value is accepted', async () => {
    await created();
    const both = await post('cod', { channelId: CHANNEL.first, cod: 1, deltaFlag: { set1: [4] } });
    expect(both.body).toMatchObject({ message: '', data: { cod: 1 } });
  });

  it('values with too many decimal places are refused, as is a field that is both modified and removed', async () => {
    await created();
    expect(await refusal('order', { deltaExtraData: { modify: '{"max_size":7.2564}' } })).toEqual([
      400,
      'deltaExtraData.modify: max_size must be a number with at most 3 decimal places',
    ]);
    expect(await refusal('order', { deltaExtraData: { modify: '{"max_size":7}', remove: '{"max_size":0}' } })).toEqual([
      400,
      'deltaExtraData: max_size cannot be modified and removed at once',
    ]);
    expect(await refusal('order', { deltaExtraData: { remove: '{"partner_code":null}' } })).toEqual([
      400,
      'deltaExtraData.remove: partner_code is not a field of the extra data',
    ]);
    // Otherwise, the removed field would get this value.
    for (const [group, remove] of [
      ['order', '{"max_size":7}'],
      ['order', '{"dimension_criterion":{"max_length":1,"max_width":1,"sum_height":1}}'],
      ['extra', '{"kyc_control":false}'],
    ] as const) {
      const [status, message] = await refusal(group, { deltaExtraData: { remove } });
      expect([status, message]).toEqual([
        400,
        expect.stringMatching(/must be null, "" or 0; send any other value in modify$/),
      ]);
    }
  });

  it('the update call accepts a whole channel in the form in which it was returned (channels spec 7.1)', async () => {
    const row = await created({ cod: 1, max_size: 2500 });
    const { version: _v, extraData, ...answered } = await model();
    const named = Object.fromEntries(Object.entries(extraData).filter(([field]) => field !== 'partner_code'));
    const same = await post('update', { ...answered, extraData: named });
    expect(same.body).toMatchObject({ message: '', data: { version: row.version } });
    const changed = await post('update', { ...answered, extraData: { max_size: 3 }, return_flag: 1, maintenance: 1 });
    expect(changed.body.data).toMatchObject({ cod: 1, max_size: 3000, return_flag: 1, maintenance: 1 });
  });
});
