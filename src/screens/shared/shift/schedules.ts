import { LIST_MOST } from '../../../contract/common.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import type { Country } from '../../../domain/country.ts';
import type { NonWorkingRow } from '../../../domain/daysOff.ts';
import type { Row } from '../../../sync/types.ts';
import { sourceOf } from '../../resource/source.ts';

/** All schedules of the country, as their list reads them: from this device where they are cached, pending writes drawn in. */
export const SCHEDULES = sourceOf(nonWorkingDays, 'nonWorkingDays.calendar');
/** More than any country has, and as many as its list answers at once. */
export const SCHEDULES_MOST = LIST_MOST;
export const NO_FILTERS: Row = {};

/** What a schedule says of days. */
export const scheduleRow = (row: Row, country: Country): NonWorkingRow => ({
  country,
  serviceType: String(row['serviceType']),
  WeekendsSetting: String(row['WeekendsSetting']),
  HolidaysSetting: String(row['HolidaysSetting']),
  status: Number(row['status']),
});
