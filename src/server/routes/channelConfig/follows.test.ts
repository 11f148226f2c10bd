import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resetChannels } from '../../../../tests/support/channelFixture.ts';
import { uploadForm } from '../../../../tests/support/importing.ts';
import { createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { BULK_HEAD, type ImportReceipt } from '../../../contract/imports/calls.ts';
import { labelOf } from '../../../contract/resource.ts';
import { CHANNEL_GROUPS, channelConfig, type ChannelConfigRow } from '../../../contract/resources/channelConfig.ts';
import { CHANNEL_TAG } from '../../../domain/channelConfig/choices.ts';

/** Tests that settings follow from others in the same way, whichever call changes them (CHC-15, CHC-16, CHC-23, CHC-25). */

const BASE = '/sls/channelConfig';
const TW = { 'x-ops-entity': 'TW' };
const CHANNEL = 905;
type Group = 'cod' | 'update';
type Settings = Record<string, string | number>;

const WAREHOUSES = { channel_tag: CHANNEL_TAG.localWms, seller_location: 'S1', warehouse_location: 'W1,W2' };

/** The settings before, the change of one of them, and the other settings that it changes. */
const CASES: [group: Group, before: Settings, set: Settings, follows: Settings][] = [
  ['cod', { cod: 1, sod: 1 }, { cod: 0 }, { sod: 0 }],
  ['cod', { cod: 1, sod: 1 }, { cod: 1 }, {}],
  ['cod', { cod: 1, sod: 1 }, { cod_toggle: 1 }, {}],
  ['cod', { cod: 0 }, { cod: 1 }, {}],
  ['cod', { cod: 1, sod: 1, shop_cod_whitelist: 1 }, { shop_cod_blacklist: 1 }, { shop_cod_whitelist: 0 }],
  ['cod', { cod: 1, shop_cod_blacklist: 1 }, { shop_cod_whitelist: 1 }, { shop_cod_blacklist: 0 }],
  ['cod', { cod: 1, shop_cod_blacklist: 1 }, { shop_cod_blacklist: 0 }, {}],
  ['cod', { cod: 1, shop_cod_whitelist: 1, sod: 1 }, { cod: 0, shop_cod_whitelist: 0 }, { sod: 0 }],
  ['update', WAREHOUSES, { from_country: 'VN' }, { seller_location: '', warehouse_location: '' }],
  ['update', WAREHOUSES, { from_country: 'VN', seller_location: 'S9' }, { warehouse_location: '' }],
  ['update', WAREHOUSES, { channel_tag: CHANNEL_TAG.local }, { warehouse_location: '' }],
  ['update', WAREHOUSES, { channel_tag: CHANNEL_TAG.crossBorderAndWms }, {}],
];

describeOnEach('settings that follow from others', kind => {
  let world: World;
  let editor: Caller;

  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('admin');
  });
  afterAll(() => world.close());
  beforeEach(() => resetChannels(world.database.pool));

  const add = async (values: Settings): Promise<ChannelConfigRow> => {
    const body = { channelId: CHANNEL, channelName: 'Black Cat', display_name: 'Black Cat', ...values };
    return editor.data<ChannelConfigRow>(`${BASE}/create`, { body, headers: TW });
  };
  const stored = async (): Promise<ChannelConfigRow> => {
    const path = `${BASE}/list?channelId=${CHANNEL}`;
    const { list } = await editor.data<{ list: ChannelConfigRow[] }>(path, { headers: TW });
    return list[0] as ChannelConfigRow;
  };
  const settings = ({ version: _v, updatedBy: _b, updatedAt: _a, ...row }: ChannelConfigRow) => row;
  const send = async (path: string, body: object): Promise<ImportReceipt> => {
    const receipt = await editor.data<ImportReceipt>(path, { body, headers: TW });
    expect(receipt.state).toBe('applied');
    return receipt;
  };
  const undo = ({ id }: ImportReceipt) =>
    editor.data<ImportReceipt>(`/v2/ops/imports/${id}/revert`, { body: {}, headers: TW });

  it.each(CASES)('%s: with %j, the call that sets %j alone also sets %j', async (group, before, set, follows) => {
    const row = await add(before);
    await editor.data(`${BASE}/${group}`, { body: { channelId: CHANNEL, ...set }, headers: TW });
    expect(settings(await stored())).toEqual({ ...settings(row), ...set, ...follows });
  });

  it.each(CASES)(
    '%s: with %j, a bulk change to %j also sets %j; Revert restores',
    async (group, before, set, follows) => {
      const row = await add(before);
      const lines = `${BULK_HEAD}\n${row.version},0,TW/${CHANNEL}\n`;
      const fileUrl = await uploadForm(editor, Buffer.from(lines), 'records.csv', TW);
      const action = group === 'update' ? {} : { action: group };
      const receipt = await send('/v2/ops/bulk/channelConfig', { fileUrl, set, ...action });
      expect(receipt.review ?? null).toBeNull();
      expect(settings(await stored())).toEqual({ ...settings(row), ...set, ...follows });
      if (receipt.counts?.changed === 1) await undo(receipt);
      expect(settings(await stored())).toEqual(settings(row));
    },
  );

  const SOD_CASES = CASES.filter(([group, , set]) => group === 'cod' && !('shop_cod_blacklist' in set));
  it.each(
    SOD_CASES.flatMap(one => [['without a column of SOD', ...one] as const, ['with a blank SOD', ...one] as const]),
  )(
    'a file %s, %s: with %j, rows that set %j also set %j; Revert restores',
    async (which, _group, before, set, follows) => {
      const row = await add(before);
      const names = CHANNEL_GROUPS.cod.fields.filter(name => name !== 'sod');
      const after: Settings = { ...Object.fromEntries(names.map(name => [name, row[name]])), ...set };
      const lists = [after['shop_cod_whitelist'], after['shop_cod_blacklist']];
      // A file states both lists.
      if (lists.every(value => value === 1)) after['shop_cod_blacklist'] = 0;
      const blank = which === 'with a blank SOD';
      const head = ['Channel ID', ...names.map(name => labelOf(channelConfig, name)), ...(blank ? ['SOD'] : [])];
      const cells = [CHANNEL, ...names.map(name => (after[name] === 1 ? 'Yes' : 'No')), ...(blank ? [''] : [])];
      const bytes = Buffer.from(`${head.join(',')}\n${cells.join(',')}\n`);
      const url = await uploadForm(editor, bytes, 'settings.csv', TW);
      const receipt = await send(`${BASE}/cod/import`, { fileUrlList: [url] });
      expect(settings(await stored())).toEqual({ ...settings(row), ...set, ...follows });
      if (receipt.counts?.changed === 1) await undo(receipt);
      expect(settings(await stored())).toEqual(settings(row));
    },
  );

  it('values that a bulk change contains are refused if they contradict each other, instead of being replaced', async () => {
    const row = await add({ cod: 1, sod: 1 });
    const lines = `${BULK_HEAD}\n${row.version},0,TW/${CHANNEL}\n`;
    const fileUrl = await uploadForm(editor, Buffer.from(lines), 'records.csv', TW);
    const body = { fileUrl, action: 'cod', set: { cod: 0, sod: 1 } };
    const answer = await editor.call('/v2/ops/bulk/channelConfig', { body, headers: TW });
    expect([answer.status, answer.body.message]).toEqual([400, 'sod: SOD requires COD to be on']);
    expect(await stored()).toEqual(row);
  });
});
