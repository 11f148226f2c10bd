import { expect, it } from 'vitest';
import type { ChangedRow } from '../../../contract/importRows.ts';
import { importById } from '../../../contract/imports/registry.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import { importedSchedules } from './importedSchedules.ts';

const columns = importById(nonWorkingDays.id)?.columns ?? [];
const schedule = {
  country: 'ID',
  channelId: 10021,
  serviceType: 'LM',
  WeekendsSetting: 'Sun',
  HolidaysSetting: '2026-12-25',
  status: 0,
};
const rowOf = (channel: string, cells: Record<string, string | null>): ChangedRow => ({
  fileName: 'days.xlsx',
  row: 2,
  change: 'changed',
  places: [],
  key: { 'Channel ID': channel, 'Service Type': 'LM' },
  cells: Object.entries(cells).map(([header, after]) => ({ header, before: null, after })),
});
const made = (row: ChangedRow) => importedSchedules([row], columns, [schedule], 'ID')[0];

it('an imported schedule has the file’s values, and keeps its own where the file has none', () => {
  const before = { country: 'ID', serviceType: 'LM', WeekendsSetting: 'Sun', HolidaysSetting: '2026-12-25', status: 0 };
  expect(made(rowOf('10021', { Weekends: 'Sat, Sun', Holidays: null }))).toEqual({
    channelId: 10021,
    before,
    after: { ...before, WeekendsSetting: 'Sat, Sun' },
  });
  expect(made(rowOf('10021', { Status: 'Disabled' }))?.after).toEqual({ ...before, status: 1 });
});

it('the previous state of a new schedule has no days off', () => {
  const found = made(rowOf('10022', { Weekends: 'None', Holidays: '2026-12-31', Status: 'Normal' }));
  const after = { country: 'ID', serviceType: 'LM', WeekendsSetting: 'None', HolidaysSetting: '2026-12-31', status: 0 };
  expect(found).toEqual({ channelId: 10022, before: { ...after, status: 1 }, after });
});
