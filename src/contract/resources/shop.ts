import { FEATURE } from '../../domain/permission.ts';
import { SHOP_GROUP_WORDS, SHOP_ID_MOST } from '../../domain/shops.ts';
import { number } from '../fields/number.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, statusField } from './support.ts';

const BASE = '/shop_type/shop';

/**
 * Shops, with their shop type and shop group (RULE-3, RULE-4, RULE-6; issue 30, section 2).
 *
 * The documents mention only the names of the calls. Our decisions (G96): a shop has the id used in orders, which is
 * unique in its country and immutable, a name, its type as the code of one of the country's types, its group as the
 * group's id, both of which must exist, and the shared status (shell spec 3). Group 0 means that the shop has no group; fallback (-1) is only for
 * rules. `shop/info` is the list, which `shopType` limits to one type. `mass_delete` (contract/shopCalls) takes ids.
 */
export const shop = defineResource({
  id: 'shop',
  collection: 'shops',
  feed: 75,
  label: { one: 'Shop', many: 'Shops' },
  page: { path: '/opsasf/shops', title: 'Shops', menu: 'Finance' },
  feature: FEATURE.shop,
  scope: 'entity',
  fields: {
    shopId: number('Shop ID', { min: 1, max: SHOP_ID_MOST, width: 120, always: true }),
    name: text('Shop Name', { max: 128, folded: true, width: 240 }),
    shopType: text('Shop Type', {
      max: 32,
      form: 'code',
      width: 130,
      names: { collection: 'shopTypes', field: 'shopType' },
    }),
    shopGroup: number('Shop Group', {
      min: 0,
      max: SHOP_ID_MOST,
      width: 110,
      words: SHOP_GROUP_WORDS,
      names: { collection: 'shopGroups', field: 'groupId', except: [0] },
    }),
    status: statusField(100),
  },
  key: ['shopId'],
  order: ['shopId'],
  edit: ['name', 'shopType', 'shopGroup', 'status'],
  filters: {
    shopId: EQUAL,
    name: { is: 'containing' },
    shopType: { is: 'prefix' },
    shopGroup: EQUAL,
    status: EQUAL,
  },
  columns: ['shopId', 'name', 'shopType', 'shopGroup', 'status'],
  title: row => `shop ${String(row['shopId'])}`,
  deletion: { title: 'Delete this shop?' },
  calls: { base: BASE, list: `${BASE}/info`, add: `${BASE}/create`, update: `${BASE}/edit`, export: `${BASE}/export` },
  sheet: {
    texts: {
      shopId: { note: "The shop's ID, as it appears in orders.", width: 16 },
      name: { note: 'The name of the shop.', width: 32 },
      shopType: { note: 'Code of its shop type.', width: 18 },
      shopGroup: { note: 'ID of its shop group; 0 for a shop without a group.', width: 14 },
      status: { note: 'Normal or Disabled.', width: 12 },
    },
  },
  examples: [{ shopId: 700001, name: 'Example, replace this row', shopType: 'MALL', shopGroup: 10, status: 0 }],
});
export type ShopRow = RowOf<typeof shop>;
