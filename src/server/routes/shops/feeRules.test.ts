import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHANNEL, createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { ShippingFeeRuleRow } from '../../../contract/resources/shippingFeeRule.ts';

const LIST = '/rate_table/shipping_fee_rule/';

describeOnEach('shipping fee rule calls (RULE-1, RULE-2)', kind => {
  let world: World;
  let editor: Caller;
  const rules: ShippingFeeRuleRow[] = [];
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
    await editor.data('/client_mode/shop_group/create', { body: { groupId: 7, name: 'Group 7', status: 0 } });
    for (const [channelId, shopGroup] of [
      [CHANNEL.second, 0],
      [CHANNEL.first, 7],
      [CHANNEL.first, -1],
    ])
      rules.push(
        await editor.data<ShippingFeeRuleRow>('/rate_table/shipping_fee_rule/create', {
          body: { channelId, shopGroup, feeMode: 1, fee: 1_800_000_000, status: 0 },
        }),
      );
  });
  afterAll(() => world.close());

  const channels = async (query: string) =>
    (await editor.data<{ channel_list: { channel_id: number }[] }>(`${LIST}?${query}`)).channel_list.map(
      ({ channel_id: id }) => id,
    );

  it('the list contains each channel once, with its rules, and its total counts channels', async () => {
    expect(await editor.data(`${LIST}?channel_id=${CHANNEL.first}&page_no=1&page_size=10`)).toEqual({
      channel_list: [
        { channel_id: CHANNEL.first, channel_name: rules[1]?.name, shipping_fee_rules: [rules[2], rules[1]] },
      ],
      page_no: 1,
      page_size: 10,
      total_size: 1,
    });
    expect(await channels('page_no=1&page_size=1')).toEqual([CHANNEL.first]);
    expect(await channels('page_no=2&page_size=1')).toEqual([CHANNEL.second]);
    expect(await editor.data(LIST)).toMatchObject({ page_no: 1, page_size: 20, total_size: 2 });
    expect((await editor.call(`${LIST}?page_size=501`)).status).toBe(400);
    expect(await (await world.as('my.editor')).data(LIST)).toMatchObject({ channel_list: [], total_size: 0 });
  });

  it('edit saves a rule by its id, and only a rule of mode Fixed has a fee, which is above 0', async () => {
    const edit = (body: object) => editor.call<ShippingFeeRuleRow>('/rate_table/shipping_fee_rule/edit/', { body });
    const { id } = rules[0] as ShippingFeeRuleRow;
    // The fee is not sent: the mode empties it.
    const free = await edit({ id, feeMode: 2, status: 0, version: 1 });
    expect(free.body.data).toMatchObject({ id, channelId: CHANNEL.second, feeMode: 2, fee: null, version: 2 });
    const refused = async (body: object) => {
      const { status, body: reply } = await edit({ id, status: 0, ...body });
      return [status, reply.message];
    };
    const reason = (text: string) => [400, expect.stringContaining(text)];
    expect(await refused({ feeMode: 1, fee: 0 })).toEqual(reason('Fixed Fee must be above 0'));
    expect(await refused({ feeMode: 1 })).toEqual(reason('Fixed Fee is required'));
    expect(await refused({ feeMode: 0, fee: 0 })).toEqual(reason('Fixed Fee must be empty if the fee mode is Rate'));
    const body = { channelId: CHANNEL.second, shopGroup: 7, feeMode: 1, status: 0 };
    const incomplete = await editor.call('/rate_table/shipping_fee_rule/create', { body });
    expect([incomplete.status, incomplete.body.message]).toEqual(reason('Fixed Fee is required'));
    const created = await editor.data('/rate_table/shipping_fee_rule/create', { body: { ...body, feeMode: 0 } });
    expect(created).toMatchObject({ feeMode: 0, fee: null });
    expect((await edit({ id, feeMode: 1, fee: 100_000, status: 0, version: 1 })).status).toBe(409);
  });
});
