import { FEE_MODE, FEE_MODE_FOLLOWS, FEE_MODES, FEE_MOST, feeRuleProblem } from '../../domain/feeRules.ts';
import { FEATURE } from '../../domain/permission.ts';
import { SHOP_GROUP_WORDS, SHOP_ID_MOST } from '../../domain/shops.ts';
import { channel } from '../fields/channel.ts';
import { choice } from '../fields/choice.ts';
import { made } from '../fields/made.ts';
import { money } from '../fields/money.ts';
import { number } from '../fields/number.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, statusField } from './support.ts';

const BASE = '/rate_table/shipping_fee_rule';

/**
 * Shipping fee rules: what a channel charges the shops of a group (RULE-1, RULE-2, RULE-6; issue 30, section 2).
 *
 * The documents mention only the names of the calls. Our decisions (G96): a channel has one rule per shop group,
 * including default (0) and fallback (-1); its id is derived from both. It charges the fee from the channel's rate, one
 * fixed amount per parcel, or nothing. Only a rule in Fixed mode has a fixed fee; in the others it is empty, and a change
 * to them empties it. It has the shared status (shell spec 3). `edit/` changes a rule by its id. No deletion is documented; `delete` removes rules that are no longer needed,
 * individually or by file: the channel's fallback then applies to the group's shops. The documented list has its own
 * format (contract/feeRuleCalls); the console reads `list`.
 */
export const shippingFeeRule = defineResource({
  id: 'shippingFeeRule',
  collection: 'shippingFeeRules',
  feed: 76,
  label: { one: 'Shipping Fee Rule', many: 'Shipping fee rules' },
  page: { path: '/opsasf/fee-rules', title: 'Fee Rules' },
  feature: FEATURE.shippingFeeRule,
  scope: 'entity',
  fields: {
    channelId: channel('Channel ID', { width: 96, always: true }),
    name: text('Channel Name', { max: 255, folded: true, width: 180, of: 'channelId' }),
    shopGroup: number('Shop Group', {
      min: -1,
      max: SHOP_ID_MOST,
      width: 120,
      words: SHOP_GROUP_WORDS,
      names: { collection: 'shopGroups', field: 'groupId', except: [0, -1] },
    }),
    id: made('channelId', 'shopGroup'),
    feeMode: choice('Fee Mode', FEE_MODES, { initial: FEE_MODE.rate, any: true, width: 110 }),
    fee: money('Fixed Fee', { empty: true, min: 0, max: FEE_MOST, width: 120 }),
    status: statusField(100),
  },
  key: ['id'],
  order: ['channelId', 'shopGroup'],
  edit: ['feeMode', 'fee', 'status'],
  filters: { channelId: EQUAL, name: { is: 'containing' }, shopGroup: EQUAL, feeMode: EQUAL, status: EQUAL },
  columns: ['channelId', 'name', 'shopGroup', 'feeMode', 'fee', 'status'],
  problem: feeRuleProblem,
  follows: FEE_MODE_FOLLOWS,
  title: row =>
    row['channelId'] === undefined
      ? `shipping fee rule ${String(row['id'])}`
      : `shipping fee rule of channel ${String(row['channelId'])} and shop group ${String(row['shopGroup'])}`,
  calls: {
    base: BASE,
    list: `${BASE}/list`,
    add: `${BASE}/create`,
    update: `${BASE}/edit/`,
    export: `${BASE}/export`,
  },
  log: '',
  sheet: {
    info: ['name'],
    texts: {
      channelId: { note: 'The channel. It has one rule for each shop group.', width: 12 },
      name: { note: 'The channel is identified by its ID alone.', width: 28 },
      shopGroup: { note: 'ID of the shop group; 0 is default, -1 fallback.', width: 14 },
      feeMode: { note: 'Rate, Fixed or Free.', width: 12 },
      fee: { note: 'Fee of one parcel. Only with Fixed; blank with Rate and Free.', width: 14 },
      status: { note: 'Normal or Disabled.', width: 12 },
    },
  },
  examples: [
    { channelId: 12345, name: 'Example, replace this row', shopGroup: 10, feeMode: 1, fee: 1_800_000_000, status: 0 },
  ],
});
export type ShippingFeeRuleRow = RowOf<typeof shippingFeeRule>;
