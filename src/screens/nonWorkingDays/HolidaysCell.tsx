import type { Row } from '../../sync/types.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { calendarHref } from './paths.ts';
import { holidaysCount, scheduleText } from './words.ts';

/** How many holidays a schedule has, as the way to its calendar. */
export function HolidaysCell({ row }: { row: Row }) {
  const text = String(row['HolidaysSetting']);
  return (
    <span title={text}>
      <PageLink href={calendarHref(row)} label={`${holidaysCount(text)}: calendar of the ${scheduleText(row)}`}>
        {holidaysCount(text)}
      </PageLink>
    </span>
  );
}
