import { FEATURE } from '../../domain/permission.ts';
import { SHOP_ID_MOST } from '../../domain/shops.ts';
import { number } from '../fields/number.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, statusField } from './support.ts';

const BASE = '/client_mode/shop_group';

/**
 * Shop groups: shops with the same shipping fees (RULE-5, RULE-6; issue 30, section 2).
 *
 * The documents define the call that lists ids and names, and the special ids 0 and -1. Our decisions (G96): a group
 * has a positive id, which is unique in its country and immutable, a name, and the shared status (shell spec 3). The
 * special groups are not records: nobody can change or delete them. Shops and quotes refer to a group by its id, so
 * groups are disabled rather than deleted. The calls that create and change groups are our own.
 */
export const shopGroup = defineResource({
  id: 'shopGroup',
  collection: 'shopGroups',
  feed: 73,
  label: { one: 'Shop Group', many: 'Shop groups' },
  page: {
    path: '/opsasf/shop-groups',
    title: 'Shop Groups',
    none: 'This country has no shop groups other than default and fallback',
  },
  feature: FEATURE.shop,
  scope: 'entity',
  fields: {
    groupId: number('Group ID', { min: 1, max: SHOP_ID_MOST, width: 110, always: true }),
    name: text('Group Name', { max: 128, folded: true, width: 260 }),
    status: statusField(100),
  },
  key: ['groupId'],
  order: ['groupId'],
  edit: ['name', 'status'],
  filters: { groupId: EQUAL, name: { is: 'containing' }, status: EQUAL },
  columns: ['groupId', 'name', 'status'],
  title: row => `shop group ${String(row['groupId'])}`,
  calls: {
    base: BASE,
    list: `${BASE}/list`,
    add: `${BASE}/create`,
    update: `${BASE}/edit`,
    delete: false,
    export: `${BASE}/export`,
  },
  sheet: {
    texts: {
      groupId: { note: 'A number above 0. An existing group is changed; a new one is added.', width: 14 },
      name: { note: 'The name of the group.', width: 32 },
      status: { note: 'Normal or Disabled.', width: 12 },
    },
  },
  examples: [{ groupId: 10, name: 'Example, replace this row', status: 0 }],
});
export type ShopGroupRow = RowOf<typeof shopGroup>;
