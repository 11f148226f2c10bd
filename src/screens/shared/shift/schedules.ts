import { LIST_MOST } from '../../../contract/common.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import type { Country } from '../../../domain/country.ts';
import type { NonWorkingRow } from '../../../domain/daysOff.ts';
import type { Row } from '../../../sync/types.ts';
import { sourceOf } from '../../resource/source.ts';

/** All of the country's schedules, loaded like their list: from this device if cached, including pending writes. */
export const SCHEDULES = sourceOf(nonWorkingDays, 'nonWorkingDays.calendar');
/** More than any country has, and the maximum number that the call returns in one response. */
export const SCHEDULES_MOST = LIST_MOST;
export const NO_FILTERS: Row = {};

/** The part of a schedule that determines its days. */
export const scheduleRow = (row: Row, country: Country): NonWorkingRow => ({
  country,
  serviceType: String(row['serviceType']),
  WeekendsSetting: String(row['WeekendsSetting']),
  HolidaysSetting: String(row['HolidaysSetting']),
  status: Number(row['status']),
});
