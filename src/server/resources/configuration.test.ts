import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  CHANNEL,
  createWorld,
  emptyTables,
  resetRecords,
  type Caller,
  type World,
} from '../../../tests/support/serverFixture.ts';
import { uploadForm } from '../../../tests/support/importing.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import type { ChannelRow } from '../../contract/channels.ts';
import { BULK_HEAD, type ImportReceipt } from '../../contract/imports/calls.ts';
import type { ChannelServiceConfRow } from '../../contract/resources/channelServiceConf.ts';
import { newConfig } from '../../domain/serviceableConfig.ts';

/** What the configuration of a channel guarantees, beyond what every resource does (SAC-19 to SAC-40). */

const BASE = '/channelServiceConf';
const LEVELS = { pdp_level: 3, checkout_level: 3, shop_level: 3, arrangeshipment_level: 3 } as const;
const WHOLE = { ...newConfig(), ...LEVELS };

describeOnEach('channel configurations', kind => {
  let world: World;
  let editor: Caller;

  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await resetRecords(world.database.pool);
    await emptyTables(world.database.pool, ['channel_service_confs']);
  });

  const add = (values: object) => editor.call<ChannelServiceConfRow>(`${BASE}/add`, { body: values });
  const update = (values: object) => editor.call<ChannelServiceConfRow>(`${BASE}/update`, { body: values });
  const channelOf = async (channelId: number): Promise<ChannelRow | undefined> =>
    (await editor.data<{ list: ChannelRow[] }>('/sls/channels')).list.find(row => row.channelId === channelId);

  it('configurations are listed page by page, with the channel’s name and the fields of SAC-19', async () => {
    await add({ channelId: CHANNEL.first, ...WHOLE });
    const { list, page, count, total } = await editor.data<{
      list: ChannelServiceConfRow[];
      page: number;
      count: number;
      total: number;
    }>(`${BASE}/?page=1&count=10`);
    expect([page, count, total]).toEqual([1, 10, 1]);
    expect(list[0]).toMatchObject({
      channelId: CHANNEL.first,
      name: 'J&T Express',
      country: 'ID',
      ...WHOLE,
      version: 1,
    });
  });

  it('the entity’s channels can be selected (SAC-3, SAC-40)', async () => {
    const { list } = await editor.data<{ list: { channelId: number; name: string }[] }>(`${BASE}/getChannelIds`);
    expect(list).toMatchObject([
      { channelId: CHANNEL.first, name: 'J&T Express' },
      { channelId: CHANNEL.second, name: 'SiCepat' },
    ]);
  });

  it('a level that has not been selected is stored as null, not 0 (G41)', async () => {
    const { shop_level: _, ...others } = WHOLE;
    const added = await add({ channelId: CHANNEL.first, ...others, validateShopVerify: 0 });
    expect([added.status, added.body.data?.shop_level]).toEqual([200, null]);
    expect((await add({ channelId: CHANNEL.second, ...WHOLE, shop_level: 0 })).status).toBe(400);
  });

  it('a bulk change sets many defaults, but returns a configuration whose check is off', async () => {
    const { defaultCodEnabled: _, ...checked } = WHOLE;
    const first = (await add({ channelId: CHANNEL.first, ...checked, defaultCodEnabled: 0 })).body.data;
    const off = { isCheckServiceable: 0, defaultDeliverEnabled: 0, ...noLevels() };
    const second = (await add({ channelId: CHANNEL.second, ...WHOLE, ...off })).body.data;
    const lines = [first, second].map(row => `${row?.version},0,ID/${row?.channelId}`);
    const fileUrl = await uploadForm(editor, Buffer.from(`${[BULK_HEAD, ...lines].join('\n')}\n`), 'Set COD.csv');
    const answer = await editor.call<ImportReceipt>('/v2/ops/bulk/channelServiceConf', {
      body: { fileUrl, set: { defaultCodEnabled: 1 } },
    });
    expect(answer.body.data).toMatchObject({
      state: 'applied',
      counts: { changed: 1, left: 1 },
      review: { total: 1, rows: [{ key: `ID/${CHANNEL.second}`, current: { defaultCodEnabled: 0 } }] },
    });
    const { list } = await editor.data<{ list: ChannelServiceConfRow[] }>(`${BASE}/`);
    expect(list.map(row => row.defaultCodEnabled)).toEqual([1, 0]);
    const reverted = await editor.call(`/v2/ops/imports/${answer.body.data?.id}/revert`, { body: {} });
    expect(reverted.status).toBe(200);
    const after = await editor.data<{ list: ChannelServiceConfRow[] }>(`${BASE}/`);
    expect(after.list.map(row => row.defaultCodEnabled)).toEqual([0, 0]);
  });

  it.each([
    ['a level is missing (G47)', { checkout_level: null }, 'Location level of Order Verification is required'],
    ['the zone level is missing (G47)', { extraLimitType: 1 }, 'Same Zone Check Level is required'],
    [
      'a zone level is combined with a route',
      { extraLimitType: 2, zoneLevel: 1 },
      'Same Zone Check Level can only be set',
    ],
    ['a default is set without the check', { isCheckServiceable: 0, ...noLevels() }, 'Support Deliver cannot be set'],
    [
      'levels are combined with postcodes',
      { serviceableType: 2 },
      'Location level of Product Detail Page can only be set',
    ],
  ])('a configuration that the form could not produce is refused: %s', async (_, changes, message) => {
    const refused = await add({ channelId: CHANNEL.first, ...WHOLE, ...changes });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await add({ channelId: CHANNEL.first, ...WHOLE })).status).toBe(200);
    const late = await update({ channelId: CHANNEL.first, ...WHOLE, ...changes, version: 1 });
    expect([late.status, late.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('configurations belong to the country of their channel and require the permission there', async () => {
    const foreign = await add({ channelId: CHANNEL.malaysia, ...WHOLE });
    expect([foreign.status, foreign.body.message]).toEqual([
      400,
      expect.stringContaining(`there is no channel ${CHANNEL.malaysia}`),
    ]);
    const unknown = await add({ channelId: 999, ...WHOLE });
    expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining('there is no channel 999')]);
    const theirs = await (
      await world.as('my.editor')
    ).call<ChannelServiceConfRow>(`${BASE}/add`, {
      body: { channelId: CHANNEL.malaysia, ...WHOLE },
    });
    expect(theirs.body.data).toMatchObject({ country: 'MY', name: 'Pos Malaysia' });
  });

  it('the summary of a channel describes its configuration (G4)', async () => {
    const summary = async () => {
      const { serviceable_area_type, extra_limit_type, zone_level } = (await channelOf(CHANNEL.first)) as ChannelRow;
      return [serviceable_area_type, extra_limit_type, zone_level];
    };
    expect(await summary()).toEqual([0, 0, 0]);
    await add({ channelId: CHANNEL.first, ...WHOLE, extraLimitType: 1, zoneLevel: 3 });
    expect(await summary()).toEqual([1, 1, 3]);
    const off = { ...newConfig(), isCheckServiceable: 0, defaultDeliverEnabled: 0 };
    await update({ channelId: CHANNEL.first, ...off, version: 1 });
    expect(await summary()).toEqual([0, 0, 0]);
  });

  it('configurations can be exported for the selected channel, but not imported (G81)', async () => {
    await add({ channelId: CHANNEL.first, ...WHOLE });
    const path = '/v2/sls/forward/sls-ops/serviceable_area/channelServiceConf';
    const { raw, status } = await editor.call(`${path}?channelId=${CHANNEL.first}`);
    expect([status, decodeURIComponent(String(raw.headers['content-disposition']))]).toEqual([
      200,
      expect.stringContaining('Channel configuration 10021 J&T Express'),
    ]);
    expect((await editor.call(`${BASE}/import`, { body: { fileUrlList: ['x'] } })).status).toBe(404);
  });
});

function noLevels() {
  return { pdp_level: null, checkout_level: null, shop_level: null, arrangeshipment_level: null };
}
