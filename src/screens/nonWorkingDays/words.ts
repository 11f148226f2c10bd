import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import type { Row } from '../../sync/types.ts';

/** "FL schedule of channel 10021 J&T Express": a channel has one for each service type. */
export const scheduleText = (row: Row): string =>
  `${nonWorkingDays.title(row)} ${String(row['channelName'] ?? '')}`.trimEnd();
