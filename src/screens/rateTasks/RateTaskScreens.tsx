import { RoutedList } from '../shared/RoutedList.tsx';
import { rateTabs } from '../shared/rateTabs.ts';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import type { Family } from '../../contract/rateTable/versions.ts';
import { priceListsOf, tasksOf } from './lists.tsx';
import { priceListsPath, taskTabs, tasksPath } from './paths.ts';

const TITLE: Readonly<Record<Family, string>> = { rate: 'Rate Imports', thirdParty: 'Last Mile Fee' };

/** Last Mile Fee shows its other pages as tabs next to these. */
const tabsOf = (family: Family) => (family === 'rate' ? taskTabs(family) : rateTabs(family));

const LISTS = {
  rate: { tasks: tasksOf('rate'), priceLists: priceListsOf('rate') },
  thirdParty: { tasks: tasksOf('thirdParty'), priceLists: priceListsOf('thirdParty') },
} as const;

const Tasks = ({ family }: { family: Family }) => (
  <TabbedPage title={TITLE[family]} label="Import pages" tabs={tabsOf(family)} current={tasksPath(family)}>
    <RoutedList definition={LISTS[family].tasks} untitled />
  </TabbedPage>
);

const PriceLists = ({ family }: { family: Family }) => (
  <TabbedPage title={TITLE[family]} label="Import pages" tabs={tabsOf(family)} current={priceListsPath(family)}>
    <RoutedList definition={LISTS[family].priceLists} untitled />
  </TabbedPage>
);

/** The tasks and price lists of rate tables (TASK-1, TASK-2, PRICE-1 to PRICE-3). */
export const TasksScreen = () => <Tasks family="rate" />;
export const PriceListsScreen = () => <PriceLists family="rate" />;

/** The tasks and price lists of third-party fees (FEE-1, G95). */
export const ThirdPartyTasksScreen = () => <Tasks family="thirdParty" />;
export const ThirdPartyPriceListsScreen = () => <PriceLists family="thirdParty" />;
