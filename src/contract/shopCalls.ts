import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { kindOf } from './fields/all.ts';
import { shop } from './resources/shop.ts';

/** Calls for shops and shop groups that are not derived from a declaration (RULE-4, RULE-5). */

/** The maximum number of shops that one call can delete; files may delete more. */
export const MASS_DELETE_MOST = 1000;

const { shopId } = shop.fields;

export const listShopGroups = defineCall({
  id: 'shopGroup.choices',
  method: 'GET',
  path: '/client_mode/list_shipping_fee_shop_group_list',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ id: z.int(), name: z.string() })) }),
  permission: FEATURE.shop,
  offline: 'network',
  summary: 'Returns the shop groups of the country that are not disabled; 0 is default and -1 fallback (RULE-5)',
});

export const massDeleteShops = defineCall({
  id: 'shop.massDelete',
  method: 'POST',
  path: '/shop_type/shop/mass_delete',
  input: z.object({
    shopIds: z.array(kindOf(shopId).shape(shopId, true)).check(z.minLength(1), z.maxLength(MASS_DELETE_MOST)),
  }),
  output: z.object({ deleted: z.int() }),
  permission: `${FEATURE.shop}.write`,
  offline: 'network',
  summary: 'Deletes shops, all or none (RULE-4)',
});

export const SHOP_CALLS: readonly CallDefinition[] = [listShopGroups, massDeleteShops] as unknown as CallDefinition[];
