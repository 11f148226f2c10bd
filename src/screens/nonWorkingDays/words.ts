import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { countText } from '../../domain/import/countsText.ts';
import { readHolidays, WORK } from '../../domain/nonWorkingDays.ts';
import type { Row } from '../../sync/types.ts';

/** "FL schedule of channel 10021 J&T Express": a channel has one for each service type. */
export const scheduleText = (row: Row): string =>
  `${nonWorkingDays.title(row)} ${String(row['channelName'] ?? '')}`.trimEnd();

/**
 * "32 days": counts each day once, in however many states it is a holiday; "32 days, 1 worked" if there are working
 * days on weekends.
 */
export function holidaysCount(text: string): string {
  const { [WORK]: working = [], ...holidays } = readHolidays(text) ?? {};
  const days = countText(new Set(Object.values(holidays).flat()).size, 'day');
  return working.length === 0 ? days : `${days}, ${working.length} worked`;
}
