import type { ChangedRow } from '../../../contract/importRows.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import type { Country } from '../../../domain/country.ts';
import type { NonWorkingRow } from '../../../domain/daysOff.ts';
import type { ScheduleChange } from '../../../domain/leadTimeShift.ts';
import { STATUS } from '../../../domain/permission.ts';
import type { Row } from '../../../sync/types.ts';
import { scheduleRow } from './schedules.ts';

/** The fields that determine which days are off. */
const FIELDS = ['WeekendsSetting', 'HolidaysSetting', 'status'] as const;

/** A nonexistent schedule, in which no day is off. */
const absent = (row: NonWorkingRow): NonWorkingRow => ({ ...row, status: STATUS.disabled });

/**
 * Returns the schedules after a file's rows have been applied.
 *
 * @param rows rows that add or change a schedule, with their values as written by exports
 * @param columns columns of the import
 * @param schedules the country's schedules, as shown in their list
 */
export function importedSchedules(
  rows: readonly ChangedRow[],
  columns: readonly { key: string; header: string }[],
  schedules: readonly Row[],
  country: Country,
): ScheduleChange[] {
  const headerOf = (field: string): string => columns.find(({ key }) => key === field)?.header ?? field;
  const known = new Map(schedules.map(row => [nameOf(row), row]));
  return rows.map(({ key, cells }) => {
    const values: Row = { channelId: Number(key[headerOf('channelId')]), serviceType: key[headerOf('serviceType')] };
    const row = known.get(nameOf(values));
    const after: Row = { status: STATUS.normal, WeekendsSetting: '', HolidaysSetting: '', ...row, ...values };
    for (const field of FIELDS) {
      const text = cells.find(({ header }) => header === headerOf(field))?.after;
      if (text === null || text === undefined) continue;
      after[field] = field === 'status' ? statusOf(text) : text;
    }
    const becomes = scheduleRow(after, country);
    return {
      channelId: Number(values['channelId']),
      before: row ? scheduleRow(row, country) : absent(becomes),
      after: becomes,
    };
  });
}

/** A schedule's key within its country. */
const nameOf = (row: Row): string => `${String(row['channelId'])}/${String(row['serviceType'])}`;

const statusOf = (label: string): number => {
  const { status } = nonWorkingDays.fields;
  return status.choices.find(choice => choice.label === label)?.value ?? STATUS.normal;
};
