import { branch } from '../../contract/resources/branch.ts';
import { pickup } from '../../contract/resources/pickup.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';

/** Paths of the Branch Service pages (LCS-1 to LCS-3, SUBAPP-6). */

export const BRANCH_BASE = '/opsfe/branchservice';
/** The page that finds the branches serving a place; registered in the static-content sub-application (SUBAPP-6). */
export const SEARCH_PATH = `${BRANCH_BASE}/settingSearch`;
export const WEEK_PATH = `${BRANCH_BASE}/week`;

export const BRANCH_TABS = [
  { value: branch.page.path as string, label: branch.page.title as string },
  { value: SEARCH_PATH, label: 'Branch Search' },
  { value: pickup.page.path as string, label: pickup.page.title as string },
  { value: timeslot.page.path as string, label: timeslot.page.title as string },
  { value: WEEK_PATH, label: 'Timeslot Week' },
];

const filtered = (path: string, filters: object): string => `${path}?q=${encodeURIComponent(JSON.stringify(filters))}`;

/** URL of the list, filtered to one branch. */
export const branchHref = (code: string): string => filtered(branch.page.path, { code });
/** URL of the list, filtered to a channel's timeslots. */
export const timeslotsHref = (channelId: number): string => filtered(timeslot.page.path, { channelId });
