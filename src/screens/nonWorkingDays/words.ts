import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { countText } from '../../domain/import/countsText.ts';
import { readHolidays } from '../../domain/nonWorkingDays.ts';
import type { Row } from '../../sync/types.ts';

/** "FL schedule of channel 10021 J&T Express": a channel has one for each service type. */
export const scheduleText = (row: Row): string =>
  `${nonWorkingDays.title(row)} ${String(row['channelName'] ?? '')}`.trimEnd();

/** "32 days": each day once, in how many states it ever is a holiday. */
export const holidaysCount = (text: string): string =>
  countText(new Set(Object.values(readHolidays(text) ?? {}).flat()).size, 'day');
