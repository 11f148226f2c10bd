import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { countText } from '../../domain/import/countsText.ts';
import { readHolidays, WORK } from '../../domain/nonWorkingDays.ts';
import type { Row } from '../../sync/types.ts';

/** Names a schedule, e.g. "FL schedule of channel 10021 J&T Express"; a channel has one schedule per service type. */
export const scheduleText = (row: Row): string =>
  `${nonWorkingDays.title(row)} ${String(row['channelName'] ?? '')}`.trimEnd();

/**
 * Formats the number of holidays, e.g. "32 days", counting each day once, whatever the number of states; "32 days, 1
 * worked" if some days on weekends are working days.
 */
export function holidaysCount(text: string): string {
  const { [WORK]: working = [], ...holidays } = readHolidays(text) ?? {};
  const days = countText(new Set(Object.values(holidays).flat()).size, 'day');
  return working.length === 0 ? days : `${days}, ${working.length} worked`;
}
