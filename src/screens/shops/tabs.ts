import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { shop } from '../../contract/resources/shop.ts';
import { shopGroup } from '../../contract/resources/shopGroup.ts';
import { shopType } from '../../contract/resources/shopType.ts';

/** The pages of shops and their shipping fees, below the mount of Actual Shipping Fee (SUBAPP-1). */
export const SHOPS_BASE = '/opsasf';

export const SHOP_TABS = [
  { value: shop.page, label: 'Shops', screen: 'ShopsScreen' },
  { value: shopType.page, label: 'Shop Types', screen: 'ShopTypesScreen' },
  { value: shopGroup.page, label: 'Shop Groups', screen: 'ShopGroupsScreen' },
  { value: shippingFeeRule.page, label: 'Fee Rules', screen: 'FeeRulesScreen' },
] as const;
