import { SETTING_FOLLOWS } from '../../domain/channelConfig/follows.ts';
import { settingsProblem } from '../../domain/channelConfig/problem.ts';
import {
  CHANNEL_TAG,
  CHANNEL_TAGS,
  MAINTENANCE_ASKED_FOR,
  NAME_LABELS,
  NAME_LIST,
  NAME_MOST,
  SERVICE_TYPES,
  CHANNEL_TYPES,
} from '../../domain/channelConfig/choices.ts';
import { FEATURE } from '../../domain/permission.ts';
import { NO, NO_YES, type YesNo } from '../../domain/serviceableChoices.ts';
import { channel, isProvisionalNumber } from '../fields/channel.ts';
import { choice } from '../fields/choice.ts';
import { number } from '../fields/number.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, statusField } from './support.ts';

const BASE = '/sls/channelConfig';

const yesNo = (label: string, initial: YesNo = NO, width = 84) => choice(label, NO_YES, { initial, width, any: true });
/** An optional size or other limit, non-negative, with up to three decimal places (CC4). */
const limit = (label: string) => number(label, { decimals: 3, empty: true, min: 0 });
/** An amount, stored as an integer and divided by 100000 for display (CHC-34). */
const amount = (label: string) => number(label, { decimals: 5, empty: true, min: 0 });
/** An hour of the day, entered as 9.5 or 9:30 for half past nine. */
const hour = (label: string) => number(label, { decimals: 3, empty: true, min: 0, max: 24, clock: true });

const WAREHOUSES_MOST = 4000;

/** The groups of a channel's settings, each with its own dialog and update call (CHC-5, CHC-7, G53, G54). */
export const CHANNEL_GROUPS = {
  cod: {
    label: 'COD',
    fields: ['cod', 'cod_toggle', 'shop_cod_whitelist', 'shop_cod_blacklist', 'sod'],
  },
  return: { label: 'Return', fields: ['return_flag'] },
  order: {
    label: 'Order Limit',
    fields: [
      'max_size',
      'min_size',
      'dimension_max_length',
      'dimension_max_width',
      'dimension_sum_height',
      'volumetric_factor',
      'cod_max_order_total',
      'cod_min_order_total',
      'max_total_price',
      'max_distance',
      'max_dimension',
    ],
  },
  item: {
    label: 'Item Limit',
    fields: ['item_max_size', 'item_min_size', 'max_length', 'max_width', 'max_height', 'dimension_sum'],
  },
  name: { label: 'Name List', fields: ['name_list', 'buyer_whitelist'] },
  cutoff: { label: 'Cutoff Time', fields: ['checkout_sameday_cutoff_hour', 'pickup_sameday_cutoff_hour'] },
  extra: { label: 'Extra Data', fields: ['min_amount_need_ic', 'kyc_control'] },
  preference: {
    label: 'Delivery Preference',
    fields: ['preferred_delivery_time', 'delivery_instructions', 'leave_parcel'],
  },
  flags: { label: 'Flag Config', fields: ['tracking', 'pickup', 'dropoff'] },
  maintenance: { label: 'Maintenance', fields: ['maintenance'] },
} as const;
export type ChannelGroup = keyof typeof CHANNEL_GROUPS;

const part = (group: ChannelGroup) => ({ ...CHANNEL_GROUPS[group], label: `Edit ${CHANNEL_GROUPS[group].label} of` });

/**
 * Integrated channels and their settings (channels spec 2.2, 2.3, 3, 7.1; CHC-1 to CHC-43). The documents' flags and
 * extra data are stored as individual settings, so that changes by two people to different settings are merged
 * (domain/channelConfig converts between flags and settings). The channel itself, to which every other list refers, is
 * updated with each change (server/routes/channelConfig).
 */
export const channelConfig = defineResource({
  id: 'channelConfig',
  collection: 'channelConfigs',
  feed: 40,
  label: { one: 'Channel Config', many: 'Channel configs' },
  page: {
    path: '/carrier/channelConfigIntegrated',
    title: 'Channel Config (Integrated)',
    menu: 'Logistics Product',
    project: 'channel-config',
  },
  feature: FEATURE.channelConfigIntegrated,
  scope: 'entity',
  fields: {
    channelId: channel('Channel ID', { width: 92, always: true }),
    channelName: text('Channel Name', { max: NAME_MOST, folded: true, width: 180 }),
    display_name: text(NAME_LABELS.display_name, { max: NAME_MOST, folded: true, width: 180 }),
    from_country: text('From Country', { max: 2, width: 84 }),
    // Not named like the applicable type, because screens and the log look up a field's label by its name.
    channel_type: number('Type', { min: 0, max: 100_000, width: 116, words: CHANNEL_TYPES }),
    tracking: yesNo('Tracking'),
    priority: number('Priority', { min: 0, max: 100_000, width: 68 }),
    status: statusField(100),
    maintenance: yesNo('Maintenance'),
    channel_tag: choice('Channel Tag', CHANNEL_TAGS, { initial: CHANNEL_TAG.local }),
    cashless: yesNo('Cashless'),
    require_pickup_geo: yesNo('Require Pickup Geo'),
    require_deliver_geo: yesNo('Require Deliver Geo'),
    display_sequence: choice('Service Type', SERVICE_TYPES, { initial: 1 }),
    /** Warehouse ids, sorted and separated by commas (domain/channelConfig/channel). */
    seller_location: text('Seller Location', { max: WAREHOUSES_MOST, optional: true }),
    warehouse_location: text('WMS Location', { max: WAREHOUSES_MOST, optional: true }),
    return_flag: yesNo('Return'),
    cod: yesNo('COD'),
    cod_toggle: yesNo('COD Toggle'),
    shop_cod_whitelist: yesNo('Shop COD Whitelist'),
    shop_cod_blacklist: yesNo('Shop COD Blacklist'),
    sod: yesNo('SOD'),
    name_list: choice(
      'Name List',
      [
        { value: NAME_LIST.none, label: 'None' },
        { value: NAME_LIST.whitelist, label: 'Whitelist' },
        { value: NAME_LIST.blacklist, label: 'Blacklist' },
      ],
      { initial: NAME_LIST.none },
    ),
    buyer_whitelist: yesNo('Buyer Whitelist'),
    preferred_delivery_time: yesNo('Preferred Delivery Time'),
    delivery_instructions: yesNo('Delivery Instructions'),
    leave_parcel: yesNo('Leave parcel with receptionist, guard or maid'),
    pickup: yesNo('Pickup'),
    dropoff: yesNo('Dropoff'),
    max_size: limit('Max Size'),
    min_size: limit('Min Size'),
    dimension_max_length: limit('Dimension Criterion: Max Length'),
    dimension_max_width: limit('Dimension Criterion: Max Width'),
    dimension_sum_height: limit('Dimension Criterion: Sum Height'),
    volumetric_factor: limit('Volumetric Factor'),
    cod_max_order_total: amount('COD Max Order Total'),
    cod_min_order_total: amount('COD Min Order Total'),
    max_total_price: amount('Max Total Price'),
    max_distance: limit('Max Distance'),
    max_dimension: limit('Max Dimension'),
    item_max_size: limit('Item Max Size'),
    item_min_size: limit('Item Min Size'),
    max_length: limit('Max Length'),
    max_width: limit('Max Width'),
    max_height: limit('Max Height'),
    dimension_sum: limit('Dimension Sum'),
    checkout_sameday_cutoff_hour: hour('Checkout Same-day Cutoff Hour'),
    pickup_sameday_cutoff_hour: hour('Pickup Same-day Cutoff Hour'),
    min_amount_need_ic: limit('Min Amount Need IC'),
    kyc_control: yesNo('KYC Control'),
  },
  key: ['channelId'],
  numbered: 'channelId',
  order: ['channelId'],
  edit: [
    'channelName',
    'display_name',
    'from_country',
    'channel_type',
    'priority',
    'status',
    'channel_tag',
    'cashless',
    'require_pickup_geo',
    'require_deliver_geo',
    'display_sequence',
    'seller_location',
    'warehouse_location',
  ],
  parts: {
    cod: part('cod'),
    return: part('return'),
    order: part('order'),
    item: part('item'),
    name: part('name'),
    cutoff: part('cutoff'),
    extra: part('extra'),
    preference: part('preference'),
    flags: part('flags'),
  },
  actions: {
    maintenance: {
      ...part('maintenance'),
      path: `${BASE}/maintenance/update`,
      permission: `${FEATURE.channelConfigIntegrated}.maintenance`,
      within: MAINTENANCE_ASKED_FOR,
    },
  },
  filters: { channelId: EQUAL, channelName: { is: 'containing' }, maintenance: EQUAL },
  columns: [
    'channelId',
    'channelName',
    'from_country',
    'country',
    'channel_type',
    'tracking',
    'priority',
    'status',
    'maintenance',
  ],
  problem: settingsProblem,
  follows: SETTING_FOLLOWS,
  title: row =>
    isProvisionalNumber(row['channelId'])
      ? `new channel ${String(row['channelName'] ?? '')}`.trimEnd()
      : `channel ${String(row['channelId'])}`,
  calls: {
    base: BASE,
    list: `${BASE}/list`,
    add: `${BASE}/create`,
    delete: false,
    import: false,
    export: '/v2/sls/forward/sls-ops/channel_config',
  },
  log: '',
});
export type ChannelConfigRow = RowOf<typeof channelConfig>;

/** The groups of settings, without the maintenance switch, which takes effect immediately (CHC-19). */
export const SETTING_GROUPS = Object.keys(channelConfig.parts) as (keyof typeof channelConfig.parts)[];
