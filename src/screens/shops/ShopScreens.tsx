import type { ReactNode } from 'react';
import { RoutedList } from '../shared/RoutedList.tsx';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { feeRuleList, shopGroupList, shopList, shopTypeList } from './pages.ts';
import { SHOP_TABS } from './tabs.ts';

const Tabbed = ({ current, children }: { current: (typeof SHOP_TABS)[number]['value']; children: ReactNode }) => (
  <TabbedPage title="Actual Shipping Fee" label="Shop pages" tabs={SHOP_TABS} current={current}>
    {children}
  </TabbedPage>
);

/** The shops of a country (RULE-4). */
export const ShopsScreen = () => (
  <Tabbed current="/opsasf/shops">
    <RoutedList definition={shopList} untitled creates />
  </Tabbed>
);

/** The shop types of the channels of a country (RULE-3). */
export const ShopTypesScreen = () => (
  <Tabbed current="/opsasf/shop-types">
    <RoutedList definition={shopTypeList} untitled creates />
  </Tabbed>
);

/** The shop groups of a country (RULE-5). */
export const ShopGroupsScreen = () => (
  <Tabbed current="/opsasf/shop-groups">
    <RoutedList definition={shopGroupList} untitled creates />
  </Tabbed>
);

/** What channels charge the shops of a group (RULE-1, RULE-2). */
export const FeeRulesScreen = () => (
  <Tabbed current="/opsasf/fee-rules">
    <RoutedList definition={feeRuleList} untitled creates />
  </Tabbed>
);
