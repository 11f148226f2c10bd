import { read, utils, type WorkSheet } from 'xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHANNEL, createWorld, emailOf, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { uploadForm } from '../../../../tests/support/importing.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import type { ShopRow } from '../../../contract/resources/shop.ts';

const GROUPS = '/client_mode/list_shipping_fee_shop_group_list';
const special = [
  { id: 0, name: 'default' },
  { id: -1, name: 'fallback' },
];

describeOnEach('shop calls (RULE-3 to RULE-5)', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
    await editor.data('/shop_type/create', {
      body: { shopType: 'MALL', channelId: CHANNEL.first, name: 'Mall', status: 0 },
    });
  });
  afterAll(() => world.close());

  const makeShop = (shopId: number) =>
    editor.data<ShopRow>('/shop_type/shop/create', {
      body: { shopId, name: `Shop ${shopId}`, shopType: 'mall', shopGroup: 7, status: 0 },
    });
  const shops = async (query = '') =>
    (await editor.data<{ list: ShopRow[] }>(`/shop_type/shop/info${query}`)).list.map(({ shopId }) => shopId);

  it('shop groups are listed with default and fallback first, and without disabled groups', async () => {
    expect(await editor.data(GROUPS)).toEqual({ list: special });
    for (const [groupId, status] of [
      [7, 0],
      [8, 1],
    ])
      await editor.data('/client_mode/shop_group/create', { body: { groupId, name: `Group ${groupId}`, status } });
    expect(await editor.data(GROUPS)).toEqual({ list: [...special, { id: 7, name: 'Group 7' }] });
    expect(await (await world.as('my.editor')).data(GROUPS)).toEqual({ list: special });
  });

  it.each([0, -1])('no record can have the special group id %d', async groupId => {
    const answer = await editor.call('/client_mode/shop_group/create', { body: { groupId, name: 'Mine', status: 0 } });
    expect(answer.status).toBe(400);
  });

  it('shop_type_info returns the shop types of a channel', async () => {
    const type = { shopType: 'MALL', channelId: CHANNEL.first, name: 'Mall', status: 0 };
    const of = (id: number) => editor.data(`/shop_type/logistic_channel/shop_type_info?channelId=${id}`);
    expect(await of(CHANNEL.first)).toMatchObject({ list: [type] });
    expect(await of(CHANNEL.second)).toEqual({ list: [] });
  });

  it('a shop must refer to an existing type, whether it is created, edited, changed in bulk or imported', async () => {
    const missing = 'there is no shop type "OUTLET" in Indonesia; create it first';
    const body = { shopId: 90, name: 'Shop', shopType: 'outlet', shopGroup: 0, status: 0 };
    const created = await editor.call('/shop_type/shop/create', { body });
    expect([created.status, created.body.message]).toEqual([400, expect.stringContaining(missing)]);
    const made = await editor.data<ShopRow>('/shop_type/shop/create', { body: { ...body, shopType: 'mall' } });
    const edited = await editor.call('/shop_type/shop/edit', { body: { ...made, shopType: 'OUTLET' } });
    expect([edited.status, edited.body.message]).toEqual([400, expect.stringContaining(missing)]);
    const lines = ['Shop ID,Shop Name,Shop Type,Shop Group,Status,Action Code', '91,Other,OUTLET,0,Normal,1'];
    const url = await uploadForm(editor, Buffer.from(`${lines.join('\n')}\n`), 'shops.csv');
    const imported = await editor.call('/shop_type/shop/import', { body: { fileUrlList: [url] } });
    expect(JSON.stringify(imported.body)).toContain('there is no shop type \\"OUTLET\\" in Indonesia');
    expect(await shops()).toEqual([90]);
    await editor.data('/shop_type/shop/delete', { body: { shopId: 90 } });
  });

  it('a file with missing groups is refused with the numbers of its rows, and returned with each of them marked', async () => {
    const lines = [
      'Shop ID,Shop Name,Shop Type,Shop Group,Status,Action Code',
      '61,One,MALL,0,Normal,1',
      '62,Two,MALL,72,Normal,1',
      '',
      '63,Three,MALL,0,Normal,1',
      '64,Four,MALL,71,Normal,1',
    ];
    const url = await uploadForm(editor, Buffer.from(`${lines.join('\n')}\n`), 'shops.csv');
    const { failList } = await editor.data<ImportReceipt>('/shop_type/shop/import', { body: { fileUrlList: [url] } });
    expect(failList).toEqual([
      {
        url: expect.stringContaining('shops%20errors.xlsx'),
        message: 'Shop Group: there is no shop group 71, 72 in Indonesia; create it first, or use 0. See rows 3 and 6.',
      },
    ]);
    const file = await editor.call((failList[0]?.url ?? '').replace(/^\/api/, ''));
    const sheet = Object.values(read(file.raw.rawPayload).Sheets)[0] as WorkSheet;
    const marked = utils.sheet_to_json<{ Row: number; Errors?: string }>(sheet).map(({ Row, Errors }) => [Row, Errors]);
    const missing = (id: number) =>
      `Shop Group (column D): there is no shop group ${id} in Indonesia; create it first, or use 0`;
    expect(marked.filter(([, errors]) => errors)).toEqual([
      [3, missing(72)],
      [6, missing(71)],
    ]);
  });

  it('an import of shop groups to which a shop refers by now cannot be undone', async () => {
    const lines = ['Group ID,Group Name,Status', '55,Kept,Normal'];
    const url = await uploadForm(editor, Buffer.from(`${lines.join('\n')}\n`), 'groups.csv');
    const { id } = await editor.data<{ id: string }>('/client_mode/shop_group/import', {
      body: { fileUrlList: [url] },
    });
    const body = { shopId: 92, name: 'Shop', shopType: 'MALL', shopGroup: 55, status: 0 };
    await editor.data('/shop_type/shop/create', { body });
    const undo = () => editor.data(`/v2/ops/imports/${id}/revert`, { body: {} });
    const used = 'The shop group 55 cannot be removed, because the shop 92 refers to it; change or delete that first.';
    expect(await undo()).toMatchObject({ state: 'refused', failList: [{ message: used }] });
    expect(await editor.data(GROUPS)).toMatchObject({ list: [...special, {}, { id: 55, name: 'Kept' }] });
    await editor.data('/shop_type/shop/delete', { body: { shopId: 92 } });
    expect(await undo()).toMatchObject({ state: 'applied', counts: { removed: 1 } });
  });

  it('a group of another country is no group of this one', async () => {
    const mine = await world.as('my.editor');
    await mine.data('/client_mode/shop_group/create', { body: { groupId: 66, name: 'Abroad', status: 0 } });
    const body = { shopId: 93, name: 'Shop', shopType: 'MALL', shopGroup: 66, status: 0 };
    const created = await editor.call('/shop_type/shop/create', { body });
    expect([created.status, created.body.message]).toEqual([
      400,
      'shopGroup: there is no shop group 66 in Indonesia; create it first, or use 0',
    ]);
  });

  it('equal deletions in two countries, sent with the same key, are different requests', async () => {
    await makeShop(801);
    const admin = await world.as('admin');
    const remove = (entity: string) =>
      admin.call<{ deleted: number }>('/shop_type/shop/mass_delete', {
        body: { shopIds: [801] },
        headers: { 'x-ops-entity': entity, 'idempotency-key': 'nightly' },
      });
    expect((await remove('ID')).body.data).toEqual({ deleted: 1 });
    expect(await remove('ID')).toMatchObject({ status: 200, body: { data: { deleted: 1 } } });
    expect((await remove('MY')).status).toBe(422);
    // An earlier release stored the hash without the entity.
    const { pool } = world.database;
    const { rows } = await pool.query<{ hash: string }>(
      `UPDATE idempotency_keys SET request_hash = encode(sha256(convert_to(E'shop.massDelete\\n{"shopIds":[801]}', 'UTF8')), 'hex')
        WHERE key = 'nightly' RETURNING request_hash AS hash`,
    );
    expect(rows).toHaveLength(1);
    expect((await remove('ID')).status).toBe(200);
  });

  it('shop/info lists the shops of a type, and mass_delete deletes shops all or nothing', async () => {
    for (const id of [1, 2, 3]) expect(await makeShop(id)).toMatchObject({ shopType: 'MALL', shopGroup: 7 });
    expect(await shops('?shopType=MALL')).toEqual([1, 2, 3]);
    const mass = (shopIds: number[], caller = editor) =>
      caller.call<{ deleted: number }>('/shop_type/shop/mass_delete', { body: { shopIds } });
    const missing = await mass([1, 9]);
    expect([missing.status, missing.body.message]).toEqual([
      404,
      'There is no shop 9. It may have been deleted; reload the list.',
    ]);
    expect(await shops()).toEqual([1, 2, 3]);
    expect((await mass([1], await world.as('id.viewer'))).status).toBe(403);
    expect((await mass([3, 1, 3])).body.data).toEqual({ deleted: 2 });
    expect(await shops()).toEqual([2]);
    const gone = await editor.call<{ gone: { by: string } }>('/shop_type/shop/delete', {
      body: { shopId: 3, version: 1 },
    });
    expect([gone.status, gone.body.data?.gone.by]).toEqual([409, emailOf('id.editor')]);
  });
});
