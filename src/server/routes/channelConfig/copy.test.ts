import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resetChannels } from '../../../../tests/support/channelFixture.ts';
import { uploadForm } from '../../../../tests/support/importing.ts';
import { createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { ChannelModel } from '../../../contract/channelConfigReads.ts';
import type { Change } from '../../../contract/feed.ts';
import type { RecordChange } from '../../../contract/history.ts';
import { BULK_HEAD, type ImportReceipt } from '../../../contract/imports/calls.ts';
import { keyOf } from '../../../contract/resource.ts';
import { channelConfig, type ChannelConfigRow } from '../../../contract/resources/channelConfig.ts';
import { fromWords } from '../../../domain/flags.ts';

/** Tests copying a group of settings to many channels in one operation. */

const BASE = '/sls/channelConfig';
const BULK = '/v2/ops/bulk/channelConfig';
const COD = { cod: 1, cod_toggle: 1, shop_cod_whitelist: 1, shop_cod_blacklist: 0, sod: 0 };

describeOnEach('settings copied to many channels', kind => {
  let world: World;
  let editor: Caller;

  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());
  beforeEach(() => resetChannels(world.database.pool));

  const add = async (channelId: number, values: object = {}) => {
    const answer = await editor.call<ChannelConfigRow>(`${BASE}/create`, {
      body: { channelId, channelName: `Channel ${channelId}`, display_name: 'Seller side', ...values },
    });
    expect(answer.body.message).toBe('');
    return answer.body.data as ChannelConfigRow;
  };
  const rows = async () => (await editor.data<{ list: ChannelConfigRow[] }>(`${BASE}/list?count=50`)).list;
  const rowOf = async (channelId: number) => (await rows()).find(row => row.channelId === channelId);
  const copy = async (targets: readonly ChannelConfigRow[], change: object, caller = editor) => {
    const lines = targets.map(row => `${row.version},0,${keyOf(channelConfig, row)}`);
    const fileUrl = await uploadForm(caller, Buffer.from(`${[BULK_HEAD, ...lines].join('\n')}\n`), 'Copy COD.csv');
    return caller.call<ImportReceipt>(BULK, { body: { fileUrl, ...change } });
  };
  const plain = ({ version: _v, updatedBy: _b, updatedAt: _a, ...row }: ChannelConfigRow) => row;

  it('a copy skips channels that were changed in the meantime, writes one log entry, and can be undone', async () => {
    const before = [await add(901), await add(902, { shop_cod_blacklist: 1, cod: 1 }), await add(903)];
    const [first, second, third] = before as [ChannelConfigRow, ChannelConfigRow, ChannelConfigRow];
    const colleague = await world.as('admin');
    await colleague.call(`${BASE}/return`, { body: { channelId: 903, return_flag: 1, version: third.version } });
    const since = (await editor.data<{ cursor: string }>('/v2/ops/changes?entity=ID')).cursor;
    const answer = await copy(before, { action: 'cod', set: COD, from: 'ID/10021' });
    const receipt = answer.body.data as ImportReceipt;
    expect(receipt).toMatchObject({
      state: 'applied',
      counts: { changed: 2, left: 1 },
      review: { total: 1, rows: [{ key: 'ID/903', current: { return_flag: 1, cod: 0 } }] },
    });
    expect(await rowOf(901)).toMatchObject({ ...COD, version: first.version + 1 });
    expect(await rowOf(902)).toMatchObject(COD);
    // The channel has these bits in all other lists, too, and the feed contains the change.
    const model = await editor.data<ChannelModel>(`${BASE}/get?channelId=901`);
    expect(fromWords(model.flag) & (1n << 59n)).not.toBe(0n);
    const { changes } = await editor.data<{ changes: Change[] }>(`/v2/ops/changes?entity=ID&since=${since}`);
    expect(changes.map(({ collection, key }) => `${collection} ${key}`).sort()).toEqual([
      'channelConfigs ID/901',
      'channelConfigs ID/902',
      'channels 901',
      'channels 902',
    ]);
    const log = await editor.data<{ list: { body: string; url: string }[] }>(
      `/ops/audit-logs/business?code=${channelConfig.feature}&count=5`,
    );
    expect(log.list[0]?.url).toBe('/api/sls/channelConfig/cod');
    expect(JSON.parse(log.list[0]?.body ?? '')).toMatchObject({
      importId: receipt.id,
      set: COD,
      from: 'ID/10021',
      to: ['ID/901', 'ID/902'],
    });
    const undone = await editor.data<ImportReceipt>(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
    expect(undone.counts).toMatchObject({ changed: 2, left: 0 });
    expect([plain((await rowOf(901)) as never), plain((await rowOf(902)) as never)]).toEqual([
      plain(first),
      plain(second),
    ]);
    const after = await editor.data<ChannelModel>(`${BASE}/get?channelId=901`);
    expect(fromWords(after.flag) & (1n << 59n)).toBe(0n);

    // The undo is undone as well, so the copy is in effect again. All three log entries name the copy.
    const redone = await editor.data<ImportReceipt>(`/v2/ops/imports/${undone.id}/revert`, { body: {} });
    expect(redone.counts).toMatchObject({ changed: 2, left: 0 });
    expect(await rowOf(901)).toMatchObject(COD);
    const again = await editor.data<ImportReceipt>(`/v2/ops/imports/${redone.id}/revert`, { body: {} });
    expect(plain((await rowOf(901)) as never)).toEqual(plain(first));
    const entries = await editor.data<{ list: { body: string; url: string; operator_type: string }[] }>(
      `/ops/audit-logs/business?code=${channelConfig.feature}&count=4`,
    );
    const copied = { from: 'ID/10021', to: ['ID/901', 'ID/902'] };
    expect(entries.list.map(entry => [entry.url, entry.operator_type, JSON.parse(entry.body)])).toMatchObject([
      ['/api/sls/channelConfig/cod', 'Edit', { ...copied, importId: again.id, reverts: redone.id }],
      ['/api/sls/channelConfig/cod', 'Edit', { ...copied, importId: redone.id, reverts: undone.id, again: true }],
      ['/api/sls/channelConfig/cod', 'Edit', { ...copied, importId: undone.id, reverts: receipt.id }],
      ['/api/sls/channelConfig/cod', 'Edit', copied],
    ]);
    expect(JSON.parse(entries.list[0]?.body ?? '')).not.toHaveProperty('again');
    const history = await editor.data<{ list: RecordChange[] }>(
      `/v2/ops/history?collection=channelConfigs&key=ID/901&count=3`,
    );
    expect(history.list.map(change => change.import)).toMatchObject([
      { many: true, from: 'ID/10021', takesBack: true },
      { many: true, from: 'ID/10021', takesBack: true, again: true },
      { many: true, from: 'ID/10021', takesBack: true },
    ]);
  });

  it('a copy clears settings that are empty in the source, and complies with the rules of each target', async () => {
    const sides = { dimension_max_length: 1000, dimension_max_width: 2000, dimension_sum_height: 3000 };
    const whole = await add(901, { ...sides, max_size: 5000 });
    const empty = await add(902);
    const opened = await copy([whole], { action: 'order', set: { max_size: null, dimension_max_width: 7000 } });
    expect(opened.body.data).toMatchObject({ counts: { changed: 1, left: 0 } });
    expect(await rowOf(901)).toMatchObject({ ...sides, max_size: null, dimension_max_width: 7000 });
    // A single side is only part of a criterion, because the other sides are missing (CHC-35).
    const half = await copy([empty], { action: 'order', set: { dimension_max_width: 7000 } });
    expect(half.body.data).toMatchObject({ counts: { changed: 0, left: 1 }, review: { rows: [{ key: 'ID/902' }] } });
    expect(await rowOf(902)).toEqual(empty);
    const both = await copy([empty], { action: 'cod', set: { shop_cod_whitelist: 1, shop_cod_blacklist: 1 } });
    expect(both.body.data).toMatchObject({ counts: { changed: 0, left: 1 } });
  });

  it('undoing a bulk change requires the permission for that change', async () => {
    const { pool } = world.database;
    const code = channelConfig.feature;
    const viewer = await world.as('id.viewer');
    const grant = (right: string) =>
      pool.query(`UPDATE roles SET codes = array_append(codes, $1) WHERE name = 'viewer'`, [right]);
    const withdraw = (right: string) =>
      pool.query(`UPDATE roles SET codes = array_remove(codes, $1) WHERE name = 'viewer'`, [right]);
    const undo = async ({ id }: ImportReceipt) => {
      const { status, body } = await viewer.call<ImportReceipt>(`/v2/ops/imports/${id}/revert`, { body: {} });
      return { status, needs: /[a-z_.]+ in Indonesia/.exec(body.message)?.[0] ?? body.message, receipt: body.data };
    };
    const row = await add(901);
    const switched = (await copy([row], { action: 'maintenance', set: { maintenance: 1 } })).body.data as ImportReceipt;
    try {
      await grant(`${code}.write`);
      expect(await undo(switched)).toMatchObject({ status: 403, needs: `${code}.maintenance in Indonesia` });
      await withdraw(`${code}.write`);
      await grant(`${code}.maintenance`);
      const undone = await undo(switched);
      expect(undone).toMatchObject({ status: 200, needs: '' });
      expect(await rowOf(901)).toMatchObject({ maintenance: 0 });
      // The same applies to undoing the undo.
      await withdraw(`${code}.maintenance`);
      await grant(`${code}.write`);
      const again = undone.receipt as ImportReceipt;
      expect(await undo(again)).toMatchObject({ status: 403, needs: `${code}.maintenance in Indonesia` });
      await withdraw(`${code}.write`);
      await grant(`${code}.maintenance`);
      const copied = (await copy([(await rowOf(901)) as never], { action: 'cod', set: COD })).body
        .data as ImportReceipt;
      expect(await undo(copied)).toMatchObject({ status: 403, needs: `${code}.write in Indonesia` });
    } finally {
      await withdraw(`${code}.write`);
      await withdraw(`${code}.maintenance`);
    }
  });

  it('a copy is refused for settings of another group, emptied required settings or a missing permission', async () => {
    const row = await add(901);
    for (const change of [
      { action: 'cod', set: { max_size: 1 } },
      { action: 'cod', set: { cod: null } },
      { action: 'cod', set: { cod: 7 } },
      { action: 'cod' },
      { action: 'none', set: COD },
      { delete: true },
      { action: 'cod', set: COD, from: 'channel 10021' },
    ])
      expect([change, (await copy([row], change)).status]).toEqual([change, 400]);
    const viewer = await world.as('id.viewer');
    const lines = `${BULK_HEAD}\n${row.version},0,ID/901\n`;
    const fileUrl = await uploadForm(editor, Buffer.from(lines), 'records.csv');
    const asViewer = await viewer.call(BULK, { body: { fileUrl, action: 'cod', set: COD } });
    expect(asViewer.status).toBe(403);
    expect(await rowOf(901)).toEqual(row);
  });
});
