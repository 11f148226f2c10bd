import { CHANNEL_CATEGORIES } from '../../domain/cdt/channelCdt.ts';
import { FEATURE } from '../../domain/permission.ts';
import {
  FEE_RULE_TYPE,
  FEE_RULE_TYPES,
  feeRuleProblem,
  RULE_AMOUNT_MOST,
  SUPPLIER_ID_MOST,
} from '../../domain/recon/rules.ts';
import { LOGISTICS_STATUSES, reconChannelProblem } from '../../domain/recon/shipments.ts';
import { channel } from '../fields/channel.ts';
import { choice } from '../fields/choice.ts';
import { email } from '../fields/email.ts';
import { json } from '../fields/json.ts';
import { money } from '../fields/money.ts';
import { number } from '../fields/number.ts';
import { rate } from '../fields/rate.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, statusField } from './support.ts';

/**
 * Master data for reconciliation: suppliers, channels, channel groups, and rules for which differences count (REC-1,
 * REC-2, REC-9, REC-12, REC-13).
 */

const supplierId = number('Supplier ID', { min: 1, max: SUPPLIER_ID_MOST, width: 110, always: true });
/** The list of suppliers, to which other records refer by number. */
export const OF_SUPPLIER = { collection: 'reconSuppliers', field: 'supplier_id' } as const;
const channelName = text('Channel Name', { max: 255, folded: true, width: 200, of: 'channelId' });

/**
 * Suppliers, who send bills (REC-12). The documents define `supplier_id` and `supplier_name`. Our decisions (G96): the
 * number is unique in its country and immutable; a supplier has an e-mail address for disputes and the shared status. A
 * supplier cannot be deleted, because its bills refer to it.
 */
export const reconSupplier = defineResource({
  id: 'reconSupplier',
  collection: 'reconSuppliers',
  feed: 100,
  label: { one: 'Supplier', many: 'Suppliers' },
  page: { path: '/opsfe/supplier/suppliers', title: 'Suppliers', menu: 'Logistics Product' },
  feature: FEATURE.recon,
  scope: 'entity',
  fields: {
    supplier_id: supplierId,
    supplier_name: text('Supplier Name', { max: 128, folded: true, width: 260 }),
    contact: email('Contact', { empty: true, width: 240 }),
    status: statusField(100),
  },
  key: ['supplier_id'],
  order: ['supplier_id'],
  edit: ['supplier_name', 'contact', 'status'],
  filters: { supplier_id: EQUAL, supplier_name: { is: 'containing' }, status: EQUAL },
  columns: ['supplier_id', 'supplier_name', 'contact', 'status'],
  title: row => `supplier ${String(row['supplier_id'])}`,
  calls: { base: '/recon/supplier', list: '/recon/supplier/list', delete: false, export: '/recon/supplier/export' },
});
export type ReconSupplierRow = RowOf<typeof reconSupplier>;

const CHANNELS = '/recon/channel-config';

/**
 * Recon channels: the last mile of a channel's parcels, and the logistics statuses at which they may be billed (REC-1,
 * REC-2). The documents define channel_id, channel_name, category, lm_info (lm_id, lm_name) and
 * launch_logistics_status; the server also accepts a record in that form. Our decisions (G96): `lm_id` is the
 * number of an existing supplier; {"statuses": [1, 2]} are existing statuses of `logistics-status`; without them, only delivered parcels may
 * be billed.
 */
export const reconChannel = defineResource({
  id: 'reconChannel',
  collection: 'reconChannels',
  feed: 101,
  label: { one: 'Recon Channel', many: 'Recon channels' },
  page: { path: '/opslogisticsrecon/channel-config', title: 'Channel Config' },
  feature: FEATURE.recon,
  scope: 'entity',
  fields: {
    channelId: channel('Channel ID', { width: 110, always: true }),
    channel_name: channelName,
    category: choice('Category', CHANNEL_CATEGORIES, { initial: 2, any: true, ofPerson: true, width: 120 }),
    lm_id: number('Last Mile ID', { min: 1, max: SUPPLIER_ID_MOST, width: 120, names: OF_SUPPLIER }),
    lm_name: text('Last Mile Name', { max: 128, folded: true, width: 200 }),
    launch_logistics_status: json('Billable Statuses', {
      max: 500,
      empty: true,
      width: 200,
      list: { name: 'statuses', of: LOGISTICS_STATUSES },
    }),
  },
  key: ['channelId'],
  order: ['channelId'],
  edit: ['category', 'lm_id', 'lm_name', 'launch_logistics_status'],
  filters: { channelId: EQUAL, channel_name: { is: 'containing' }, category: EQUAL, lm_id: EQUAL },
  columns: ['channelId', 'channel_name', 'category', 'lm_id', 'lm_name', 'launch_logistics_status'],
  problem: reconChannelProblem,
  title: row => `recon channel ${String(row['channelId'])}`,
  calls: {
    base: CHANNELS,
    list: `${CHANNELS}/channel/list`,
    add: `${CHANNELS}/channel/add`,
    update: `${CHANNELS}/channel/edit`,
    delete: false,
    import: false,
    export: `${CHANNELS}/export`,
  },
});
export type ReconChannelRow = RowOf<typeof reconChannel>;

/**
 * Channel groups (REC-13), which assign a channel to the group by which bills are totaled. Our decision (G96): a
 * channel is in at most one group, so a record consists of a channel and its group's number and name.
 */
export const channelGroup = defineResource({
  id: 'channelGroup',
  collection: 'channelGroups',
  feed: 102,
  label: { one: 'Channel Group', many: 'Channel groups' },
  page: { path: '/opslogisticsrecon/channel-groups', title: 'Channel Groups' },
  feature: FEATURE.recon,
  scope: 'entity',
  fields: {
    channelId: channel('Channel ID', { width: 110, always: true }),
    channel_name: channelName,
    group_id: number('Group ID', { min: 1, max: SUPPLIER_ID_MOST, width: 110 }),
    group_name: text('Group Name', { max: 128, folded: true, width: 220 }),
  },
  key: ['channelId'],
  order: ['channelId'],
  edit: ['group_id', 'group_name'],
  filters: {
    channelId: EQUAL,
    channel_name: { is: 'containing' },
    group_id: EQUAL,
    group_name: { is: 'containing' },
  },
  columns: ['channelId', 'channel_name', 'group_id', 'group_name'],
  title: row => `channel group of channel ${String(row['channelId'])}`,
  deletion: { title: 'Remove this channel from its group?' },
  calls: {
    base: '/sls/channelGroups',
    list: '/sls/channelGroups/list',
    import: false,
    export: '/sls/channelGroups/export',
  },
});
export type ChannelGroupRow = RowOf<typeof channelGroup>;

const optional = { empty: true } as const;
const amount = (label: string) => money(label, { ...optional, min: 0, max: RULE_AMOUNT_MOST, width: 126 });
const percent = (label: string) => rate(label, { ...optional, min: 0, max: 100, width: 116 });

/** Fields shared by rules and forecasts. */
const ruleParts = {
  feature: FEATURE.recon,
  scope: 'entity',
  fields: {
    supplier_id: { ...supplierId, names: OF_SUPPLIER },
    fee_rule_type: choice('Rule Type', FEE_RULE_TYPES, { initial: FEE_RULE_TYPE.both, any: true, width: 140 }),
    over_amount: amount('Over Amount'),
    over_percent: percent('Over Percent'),
    under_amount: amount('Under Amount'),
    under_percent: percent('Under Percent'),
    bill_cap: amount('Cap per Bill'),
    status: statusField(100),
  },
  key: ['supplier_id'],
  order: ['supplier_id'],
  edit: ['fee_rule_type', 'over_amount', 'over_percent', 'under_amount', 'under_percent', 'bill_cap', 'status'],
  filters: { supplier_id: EQUAL, fee_rule_type: EQUAL, status: EQUAL },
  columns: [
    'supplier_id',
    'fee_rule_type',
    'over_amount',
    'over_percent',
    'under_amount',
    'under_percent',
    'bill_cap',
    'status',
  ],
  problem: feeRuleProblem,
} as const;

const RULES = '/recon/shipping-fee-rule';

/**
 * Recon shipping fee rules (REC-9): the permitted difference for a supplier's parcels. Our decisions (G96): one rule
 * per supplier, with an amount and a percentage for both over- and underbilling, and a cap for the sum of accepted
 * differences in one bill. The bounds are inclusive; if both are set, the smaller one applies. Without a rule, no
 * difference is accepted.
 */
export const reconRule = defineResource({
  ...ruleParts,
  id: 'reconRule',
  collection: 'reconRules',
  feed: 103,
  label: { one: 'Recon Fee Rule', many: 'Recon fee rules' },
  page: { path: '/opslogisticsrecon/fee-rules', title: 'Fee Rules' },
  title: row => `recon fee rule of supplier ${String(row['supplier_id'])}`,
  calls: {
    base: RULES,
    list: RULES,
    add: `${RULES}/create`,
    update: `${RULES}/update`,
    delete: false,
    import: false,
    export: `${RULES}/export`,
  },
});
export type ReconRuleRow = RowOf<typeof reconRule>;

/** Forecasts (REC-9): rules that are tested on past bills before they take effect. */
export const reconForecast = defineResource({
  ...ruleParts,
  id: 'reconForecast',
  collection: 'reconForecasts',
  feed: 104,
  label: { one: 'Forecast', many: 'Forecasts' },
  page: { path: '/opslogisticsrecon/forecasts', title: 'Forecasts' },
  title: row => `forecast of supplier ${String(row['supplier_id'])}`,
  calls: {
    base: `${RULES}/forecast`,
    list: `${RULES}/forecast/search`,
    add: `${RULES}/forecast/create`,
    update: `${RULES}/forecast/update`,
    import: false,
    export: `${RULES}/forecast/export`,
  },
});
export type ReconForecastRow = RowOf<typeof reconForecast>;
