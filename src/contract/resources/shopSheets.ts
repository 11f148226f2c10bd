import { defineSheet } from '../resourceSheet.ts';
import { shop } from './shop.ts';
import { shippingFeeRule } from './shippingFeeRule.ts';
import { shopGroup } from './shopGroup.ts';
import { shopType } from './shopType.ts';

/** The spreadsheets of shop groups, shop types and shops (RULE-3 to RULE-5). */

const status = { note: 'Normal or Disabled.', example: 'Normal', width: 12 };
const name = (note: string) => ({ note, example: 'Example, replace this row', width: 32 });

export const shippingFeeRuleSheet = defineSheet({
  resource: shippingFeeRule,
  name: 'Shipping Fee Rule',
  file: 'Shipping fee rules',
  template: 'shipping-fee-rules.xlsx',
  mode: 'merge',
  columns: shippingFeeRule.columns,
  texts: {
    channelId: { note: 'The channel. It has one rule for each shop group.', example: 12345, width: 12 },
    name: { note: 'The channel is identified by its ID alone.', example: 'Example, replace this row', width: 28 },
    shopGroup: { note: 'ID of the shop group; 0 is default, -1 fallback.', example: 10, width: 14 },
    feeMode: { note: 'Rate, Fixed or Free.', example: 'Fixed', width: 12 },
    fee: { note: 'Fee of one parcel, which counts with Fixed alone.', example: 18000, width: 14 },
    status,
  },
  info: ['name'],
});

export const shopGroupSheet = defineSheet({
  resource: shopGroup,
  name: 'Shop Group',
  file: 'Shop groups',
  template: 'shop-groups.xlsx',
  mode: 'merge',
  columns: shopGroup.columns,
  texts: {
    groupId: {
      note: 'A number above 0. A group that is there is changed, another one is added.',
      example: 10,
      width: 14,
    },
    name: name('What the group is called.'),
    status,
  },
});

export const shopTypeSheet = defineSheet({
  resource: shopType,
  name: 'Shop Type',
  file: 'Shop types',
  template: 'shop-types.xlsx',
  mode: 'merge',
  columns: shopType.columns,
  texts: {
    shopType: {
      note: 'Letters, digits, - and _. A type that is there is changed, another one is added.',
      example: 'MALL',
      width: 18,
    },
    channelId: { note: 'The logistic channel that the type is of.', example: 12345, width: 14 },
    name: name('What the type is called.'),
    status,
  },
});

export const shopSheet = defineSheet({
  resource: shop,
  name: 'Shop',
  file: 'Shops',
  template: 'shops.xlsx',
  mode: 'merge',
  columns: shop.columns,
  texts: {
    shopId: { note: "The shop's ID, as orders carry it.", example: 700001, width: 16 },
    name: name('What the shop is called.'),
    shopType: { note: 'Code of its shop type.', example: 'MALL', width: 18 },
    shopGroup: { note: 'ID of its shop group; 0 for a shop without a group.', example: 10, width: 14 },
    status,
  },
});
