import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import type { Row } from '../../sync/types.ts';

/** Paths of Non-working days (SHELL-4, NWD-1). */

export const NON_WORKING_DAYS_PATH = nonWorkingDays.page.path;
export const CALENDAR_PATH = `${NON_WORKING_DAYS_PATH}/calendar`;

/** URL of a schedule's calendar. */
export const calendarHref = (row: Row): string =>
  `${CALENDAR_PATH}?channel=${String(row['channelId'])}&service=${String(row['serviceType'])}`;

export const TABS = [
  { mask: 0, label: 'Channel' },
  { mask: 1, label: 'Masked Channel' },
] as const;
