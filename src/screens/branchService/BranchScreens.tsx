import type { ReactNode } from 'react';
import { branch } from '../../contract/resources/branch.ts';
import { pickup } from '../../contract/resources/pickup.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';
import { pageOf, type PagedResource } from '../page/pageOf.ts';
import { HistoryButton } from '../shared/HistoryButton.tsx';
import { RoutedList } from '../shared/RoutedList.tsx';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { BRANCH_TABS, SEARCH_PATH, WEEK_PATH } from './paths.ts';
import { SearchBody } from './SearchBody.tsx';
import { WeekBody } from './WeekBody.tsx';

const framed = (path: string, body: ReactNode, aside?: ReactNode) => () => (
  <TabbedPage title="Branch Service" label="Branch Service pages" tabs={BRANCH_TABS} current={path} aside={aside}>
    {body}
  </TabbedPage>
);

const history = ({ page, feature }: PagedResource) => <HistoryButton path={page.path} code={feature} />;

const listed = (resource: PagedResource) => {
  const page = pageOf(resource);
  return framed(page.path, <RoutedList key={page.path} definition={page.list} untitled creates />);
};

/** The lists of branches, pickup configurations and timeslots (LCS-1 to LCS-3). */
export const BranchesScreen = listed(branch);
export const PickupScreen = listed(pickup);
export const TimeslotsScreen = listed(timeslot);
/** Finds the branches that serve a place (SUBAPP-6). */
export const BranchSearchScreen = framed(SEARCH_PATH, <SearchBody />, history(branch));
/** A channel's timeslots, displayed as a week. */
export const TimeslotWeekScreen = framed(WEEK_PATH, <WeekBody />, history(timeslot));
