import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { shop } from '../../contract/resources/shop.ts';
import { shopGroup } from '../../contract/resources/shopGroup.ts';
import { shopType } from '../../contract/resources/shopType.ts';
import { screenOf } from '../resource/screen.tsx';

/** What the lists of shops say in addition to their declarations (RULE-1 to RULE-5). */

export const shopList = screenOf({
  resource: shop,
  id: 'shop',
  history: () => `${shop.page}/log?code=${shop.feature}`,
  texts: {
    idle: '',
    empty: 'No shop matches these filters',
    none: 'This country has no shops yet: create one, or import them from a file',
  },
});

export const shopTypeList = screenOf({
  resource: shopType,
  id: 'shopType',
  history: () => `${shopType.page}/log?code=${shopType.feature}`,
  texts: {
    idle: '',
    empty: 'No shop type matches these filters',
    none: 'This country has no shop types yet: create one, or import them from a file',
  },
});

export const shopGroupList = screenOf({
  resource: shopGroup,
  id: 'shopGroup',
  history: () => `${shopGroup.page}/log?code=${shopGroup.feature}`,
  texts: {
    idle: '',
    empty: 'No shop group matches these filters',
    none: 'This country has no shop groups but default and fallback: create one, or import them from a file',
  },
});

export const feeRuleList = screenOf({
  resource: shippingFeeRule,
  id: 'shippingFeeRule',
  history: ({ channelId }) =>
    `${shippingFeeRule.page}/log?code=${shippingFeeRule.feature}${typeof channelId === 'number' ? `&channelId=${channelId}` : ''}`,
  texts: {
    idle: '',
    empty: 'No shipping fee rule matches these filters',
    none: 'No channel of this country has a shipping fee rule yet: create one, or import them from a file',
  },
});
