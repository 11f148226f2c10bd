import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Days are calendar dates, not instants, so results about days must not depend on the time zone of the process. */

const SCRIPT = `
  const days = await import('./src/domain/nonWorkingDays.ts');
  const off = await import('./src/domain/daysOff.ts');
  const calendar = await import('./src/domain/calendarYear.ts');
  const { readDays } = await import('./src/domain/readDays.ts');
  const { dayLabel } = await import('./src/domain/dayNames.ts');
  const { COUNTRIES } = await import('./src/domain/country.ts');
  const { CdtRows, leadTime } = await import('./src/domain/leadTime.ts');
  const { formatDate } = await import('./src/domain/format.ts');
  const row = { country: 'MY', serviceType: 'LM', WeekendsSetting: 'Johor: Sat, Sun; Kedah: Fri, Sat',
    HolidaysSetting: '2026-12-31, 2027-01-01; Kedah: 2026-03-08, 2026-10-25, 2026-11-01', status: 0 };
  const year = region => [...off.daysOffBetween(row, region, '2025-12-30', 370)];
  const zones = Object.values(COUNTRIES).map(({ timeZone }) => timeZone);
  const ends = ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01'];
  const rows = new CdtRows([{ originLevel: -1, origin: 'MY', destinationLevel: -1, destination: 'MY', minDays: 1, maxDays: 3 }]);
  console.log(JSON.stringify([
    new Date().getTimezoneOffset(),
    year('Kedah'), year('Johor'),
    days.holidaySeconds({ All: ['2026-01-01', '2026-12-31'] }, 'Asia/Kuala_Lumpur'),
    days.holidaySeconds({ All: ['2026-01-01', '2026-12-31'] }, 'America/Sao_Paulo'),
    days.dayOfSeconds(1798646400, 'Asia/Jakarta'), days.dayOfSeconds(1798646400, 'America/Sao_Paulo'),
    off.withYearCopied({ All: ['2026-01-01', '2026-12-31'] }, 2026, 2027),
    off.shiftedDays(row, { ...row, HolidaysSetting: 'None' }, '2026-12-20'),
    [2026, 2027, 2028].map(year => [...calendar.yearOf(row, 'Kedah', year)]),
    calendar.daysBetween('2026-12-30', '2027-01-02').map(dayLabel),
    readDays('30 Dec 2026 to 2 January 2027, 25/12/2026'),
    zones.map(zone => days.holidaySeconds({ All: ends }, zone).All.map(seconds => days.dayOfSeconds(seconds, zone))),
    zones.map(zone => days.holidaySeconds({ All: ends }, zone).All.map(seconds => formatDate(seconds, zone))),
    leadTime(rows, { country: 'MY', locations: [] }, { country: 'MY', locations: [] }, '2026-12-30',
      off.daysOffOf(row, 'Kedah'), { min: 0, max: 0 }),
  ]));
`;

const answerIn = (zone: string): unknown[] => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', SCRIPT], {
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as unknown[];
};

it('days off are the same in every process time zone, across both ends of the year', () => {
  const zones = ['UTC', 'Asia/Jakarta', 'America/Sao_Paulo', 'Pacific/Kiritimati', 'America/New_York'];
  const [first, ...others] = zones.map(answerIn) as [unknown[], ...unknown[][]];
  // Verifies that the processes actually ran in different time zones.
  expect(new Set([first, ...others].map(([offset]) => offset)).size).toBe(zones.length);
  for (const other of others) expect(other.slice(1)).toEqual(first.slice(1));
  expect(first[1]).toContainEqual(['2027-01-01', 'holiday']);
  expect(first[10]).toEqual(['Wed 2026-12-30', 'Thu 2026-12-31', 'Fri 2027-01-01', 'Sat 2027-01-02']);
  expect(first[11]).toEqual({
    days: ['2026-12-25', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'],
    wrong: [],
  });
  // In each of the eight countries, a day begins at midnight in that country's time zone, and that instant is converted
  // back to the same day.
  const ends = ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01'];
  expect(first[12]).toEqual(Array.from({ length: 8 }, () => ends));
  expect(first[13]).toEqual(first[12]);
  // The parcel starts on a Wednesday; New Year's Eve and New Year's Day are holidays, and the weekend is Friday and
  // Saturday.
  expect(first[14]).toMatchObject({ earliest: '2027-01-03', latest: '2027-01-05' });
  expect(first[7]).toEqual({ All: ['2026-01-01', '2026-12-31', '2027-01-01', '2027-12-31'] });
}, 120_000);
