import type { ReactNode } from 'react';
import { RoutedList } from '../shared/RoutedList.tsx';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { branchList, pickupList, timeslotList } from './pages.ts';
import { BRANCH_TABS } from './tabs.ts';

const Tabbed = ({ current, children }: { current: (typeof BRANCH_TABS)[number]['value']; children: ReactNode }) => (
  <TabbedPage title="Branch Service" label="Branch service pages" tabs={BRANCH_TABS} current={current}>
    {children}
  </TabbedPage>
);

/** The branches of a country (LCS-3). */
export const BranchesScreen = () => (
  <Tabbed current="/opsfe/branchservice/branches">
    <RoutedList definition={branchList} untitled creates />
  </Tabbed>
);

/** How the channels of a country pick up (LCS-1). */
export const PickupsScreen = () => (
  <Tabbed current="/opsfe/branchservice/pickup">
    <RoutedList definition={pickupList} untitled creates />
  </Tabbed>
);

/** The timeslots of the channels of a country (LCS-2). */
export const TimeslotsScreen = () => (
  <Tabbed current="/opsfe/branchservice/timeslots">
    <RoutedList definition={timeslotList} untitled creates />
  </Tabbed>
);
