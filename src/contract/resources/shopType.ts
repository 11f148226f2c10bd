import { FEATURE } from '../../domain/permission.ts';
import { channel } from '../fields/channel.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, statusField } from './support.ts';

const BASE = '/shop_type';

/**
 * Shop types: kinds of shops of a logistics channel whose shipping fees differ (RULE-3, RULE-6; issue 30, section 2).
 *
 * The documents mention only the names of the calls. Our decisions (G96): a type has a code, which is unique in its
 * country and immutable, a name, the channel that it belongs to, and the shared status (shell spec 3). `shop_type_info`
 * reads the types of the channel in `channelId`. No deletion is documented: a type that is no longer used is disabled.
 * The calls of the list and the files are our own.
 */
export const shopType = defineResource({
  id: 'shopType',
  collection: 'shopTypes',
  feed: 74,
  label: { one: 'Shop Type', many: 'Shop types' },
  page: { path: '/opsasf/shop-types', title: 'Shop Types' },
  feature: FEATURE.shop,
  scope: 'entity',
  fields: {
    shopType: text('Shop Type', { max: 32, form: 'code', width: 130, always: true }),
    channelId: channel('Channel ID', { width: 220 }),
    name: text('Name', { max: 128, folded: true, width: 260 }),
    status: statusField(100),
  },
  key: ['shopType'],
  order: ['shopType'],
  edit: ['channelId', 'name', 'status'],
  filters: { shopType: { is: 'prefix' }, channelId: EQUAL, name: { is: 'containing' }, status: EQUAL },
  columns: ['shopType', 'channelId', 'name', 'status'],
  title: row => `shop type ${String(row['shopType'])}`,
  calls: {
    base: BASE,
    list: `${BASE}/list`,
    get: { path: `${BASE}/logistic_channel/shop_type_info`, by: 'channelId' },
    add: `${BASE}/create`,
    update: `${BASE}/edit`,
    delete: false,
    export: `${BASE}/export`,
  },
  sheet: {
    texts: {
      shopType: { note: 'Letters, digits, - and _. An existing type is changed; a new one is added.', width: 18 },
      channelId: { note: 'The logistic channel that the type belongs to.', width: 14 },
      name: { note: 'The name of the type.', width: 32 },
      status: { note: 'Normal or Disabled.', width: 12 },
    },
  },
  examples: [{ shopType: 'MALL', channelId: 12345, name: 'Example, replace this row', status: 0 }],
});
export type ShopTypeRow = RowOf<typeof shopType>;
