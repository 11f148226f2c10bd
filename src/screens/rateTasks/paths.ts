import type { Family } from '../../contract/rateTable/versions.ts';

/**
 * Paths of the pages for tasks and price lists: those of rate tables are below Rates, and those of third-party fees
 * below Last Mile Fee (FEE-1).
 */
const BASE: Readonly<Record<Family, string>> = { rate: '/opsrate', thirdParty: '/opslmfee' };
export const tasksPath = (family: Family): string => `${BASE[family]}/tasks`;
export const priceListsPath = (family: Family): string => `${BASE[family]}/price-lists`;

/** The tabs of both pages; `screen` is the name of the component in RateTaskScreens. */
export const taskTabs = (family: Family) =>
  [
    {
      value: priceListsPath(family),
      label: 'Price Lists',
      screen: family === 'rate' ? 'PriceListsScreen' : 'ThirdPartyPriceListsScreen',
    },
    {
      value: tasksPath(family),
      label: 'Import Tasks',
      screen: family === 'rate' ? 'TasksScreen' : 'ThirdPartyTasksScreen',
    },
  ] as const;
