import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { shop } from '../../contract/resources/shop.ts';
import { shopGroup } from '../../contract/resources/shopGroup.ts';
import { shopType } from '../../contract/resources/shopType.ts';

/** Paths of the Actual Shipping Fee pages (RULE-1 to RULE-6). */

export const SHOPS_BASE = '/opsasf';
/** The page of one shop. */
export const SHOP_PATH = `${shop.page.path}/$shopId`;

export const SHOP_TABS = [shop, shopType, shopGroup, shippingFeeRule].map(({ page, feature }) => ({
  value: page.path as string,
  label: page.title as string,
  feature: feature as string,
}));

export const shopHref = (shopId: unknown): string => `${shop.page.path}/${String(shopId)}`;
