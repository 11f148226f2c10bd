import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayText } from './cdt/dayNumber.ts';
import { COUNTRIES, COUNTRY_CODES } from './country.ts';
import { dayStart } from './day.ts';
import { daysOffBetween, daysOffOf, shiftedDays, withDays, withYearCopied, type NonWorkingRow } from './daysOff.ts';
import {
  ALL,
  dayOfSeconds,
  holidayRegions,
  holidaySeconds,
  holidaysText,
  isByState,
  MALAYSIA_STATES,
  readHolidays,
  readRegion,
  readWeekends,
  regionProblem,
  scheduleProblem,
  weekendRegions,
  weekendsSetting,
  weekendsText,
  WORK,
  wrongHolidays,
  wrongWeekends,
  isCalendarDay,
} from './nonWorkingDays.ts';

const row = (values: Partial<NonWorkingRow> = {}): NonWorkingRow => ({
  country: 'ID',
  serviceType: 'LM',
  WeekendsSetting: 'Sun',
  HolidaysSetting: '2026-12-25, 2027-01-01',
  status: 0,
  ...values,
});

const states = fc.constantFrom(...MALAYSIA_STATES);
const regions = fc.oneof(fc.constant(ALL), states);
const days = fc
  .integer({ min: dayNumber('2024-01-01') as number, max: dayNumber('2028-12-31') as number })
  .map(dayText);

describe('parsing weekends (NWD-7, NWD-14)', () => {
  it.each([
    ['{"All":[6,7]}', 'Sat, Sun'],
    ['{"All":["7","6","6"]}', 'Sat, Sun'],
    ['{"All":[]}', 'None'],
    ['none', 'None'],
    ['Friday,saturday', 'Fri, Sat'],
    ['5, 7', 'Fri, Sun'],
    ['{"Kedah":[5,6],"Johor":[7,6]}', 'Johor: Sat, Sun; Kedah: Fri, Sat'],
    ['penang: sat ; W.P. Labuan: None;', 'Pulau Pinang: Sat; WP Labuan: None'],
    ['{"Wp Kuala Lumpur":[7]}', 'WP Kuala Lumpur: Sun'],
  ])('the weekend %s is stored as %s', (text, kept) => {
    const map = readWeekends(text);
    expect(map && weekendsText(map)).toBe(kept);
    expect(readWeekends(kept)).toEqual(map);
  });

  it.each([
    '',
    ';',
    'Mon',
    'Sat Sun',
    'Sat,',
    '{"All":[4]}',
    '{"All":[8]}',
    '{"All":6}',
    '{"All":[6]',
    '{}',
    '[6]',
    'null',
    '{"Bali":[6]}',
    'Johor: Sat; johor: Sun',
    '{"All":[6],"All":[7]}',
    '{"Johor":[6],"Joh\\u006fr":[7]}',
    '{"__proto__":[6],"All":[7]}x',
  ])('%j is refused as a weekend', text => {
    expect(readWeekends(text)).toBeNull();
  });

  it('only Malaysia’s last mile has weekends by state (NWD-9, G68)', () => {
    for (const country of COUNTRY_CODES) {
      for (const type of ['FL', 'LM']) {
        const byState = country === 'MY' && type === 'LM';
        expect([country, type, isByState(country, type)]).toEqual([country, type, byState]);
        expect(weekendRegions(country, type)).toEqual(byState ? MALAYSIA_STATES : [ALL]);
        expect(holidayRegions(country, type)).toHaveLength(byState ? 18 : 2);
      }
    }
    expect(regionProblem('MY', 'LM', 'WeekendsSetting', 'Sat, Sun')).toContain('separate weekends for each state');
    expect(regionProblem('MY', 'LM', 'HolidaysSetting', '2026-01-01; Kedah: 2026-06-21')).toBeNull();
    expect(regionProblem('MY', 'FL', 'WeekendsSetting', 'Kedah: Fri, Sat')).toContain('"Kedah" cannot be used here');
    expect(regionProblem('ID', 'LM', 'HolidaysSetting', 'Kedah: 2026-06-21')).toContain('only the last mile');
    expect(regionProblem('ID', 'LM', 'WeekendsSetting', 'Sat, Sun')).toBeNull();
  });

  it('a region that is listed twice is named in every form (NWD-14)', () => {
    expect(wrongWeekends('Johor: Sat; Kedah: Sun; johor: Sun')).toEqual(['johor']);
    expect(wrongWeekends('{"Johor":[6],"Kedah":[7],"Johor":[7]}')).toEqual(['Johor']);
    expect(wrongHolidays('2025-01-01; All: 2025-01-02')).toEqual(['All']);
  });

  it('days of the whole country may be separated by semicolons, but not after the days of a region', () => {
    expect(readWeekends('Sat; Sun')).toEqual({ All: [6, 7] });
    expect(holidaysText(readHolidays('2025-01-01;2025-10-10; Work: 2025-02-08') ?? {})).toBe(
      '2025-01-01, 2025-10-10; Work: 2025-02-08',
    );
    // The last day may be a holiday of Kedah or of the whole country.
    expect(readHolidays('2026-01-01; Kedah: 2026-06-21; 2026-06-22')).toBeNull();
    expect(wrongHolidays('2026-01-01; Kedah: 2026-06-21; 2026-06-22')).toEqual(['2026-06-22']);
    expect(readHolidays('2026-01-01; None')).toBeNull();
  });

  it('working days on weekends are stored together with the holidays in every country', () => {
    const text = '2025-01-01; Work: 2025-02-08';
    for (const written of [
      '2025-01-01; work: 2025-02-08',
      'Make-up days: 2025-02-08; 2025-01-01',
      '補班: 2025-02-08; All: 2025-01-01',
    ])
      expect(holidaysText(readHolidays(written) ?? {})).toBe(text);
    expect(holidaysText(readHolidays('work: 2025-02-08') ?? {})).toBe('Work: 2025-02-08');
    expect(holidaysText({ [WORK]: ['2026-02-07'], Kedah: ['2026-06-21'], [ALL]: ['2026-01-01'] })).toBe(
      '2026-01-01; Kedah: 2026-06-21; Work: 2026-02-07',
    );
    expect(wrongHolidays('2025-01-01; work: 2025-02-30, x')).toEqual(['2025-02-30', 'x']);
    expect(readWeekends('Work: Sat')).toBeNull();
    expect(scheduleProblem({ HolidaysSetting: text }, 'TW')).toBeNull();
    expect(scheduleProblem({ HolidaysSetting: text, serviceType: 'LM' }, 'MY')).toBeNull();
    expect(scheduleProblem({ HolidaysSetting: '2025-02-08; Work: 2025-02-08' }, 'TW')).toEqual({
      field: 'HolidaysSetting',
      problem: '2025-02-08 is both a holiday and a working day; remove one of the two',
    });
    const row = { country: 'TW', serviceType: 'LM', WeekendsSetting: 'Sat, Sun', HolidaysSetting: text, status: 0 };
    // Saturday is a working day, and the following Sunday is not.
    expect([...daysOffBetween(row, ALL, '2025-02-07', 4)]).toEqual([['2025-02-09', 'weekend']]);
    expect(shiftedDays({ ...row, HolidaysSetting: '2025-01-01' }, row, '2025-02-01')).toEqual([
      { day: '2025-02-08', region: ALL, before: 'weekend', after: 'working' },
    ]);
    // The working day falls on another day of the week a year later, so it is not copied.
    expect(withYearCopied({ [ALL]: ['2025-01-01'], [WORK]: ['2025-02-08'] }, 2025, 2026)).toEqual({
      [ALL]: ['2025-01-01', '2026-01-01'],
      [WORK]: ['2025-02-08'],
    });
  });

  it('in a bulk change without a service type, weekends must be valid for both service types', () => {
    const keyOf = (values: Record<string, unknown>, country: 'MY' | 'ID') => scheduleProblem(values, country)?.field;
    expect(keyOf({ WeekendsSetting: 'Sat, Sun' }, 'MY')).toBe('WeekendsSetting');
    expect(keyOf({ WeekendsSetting: 'Johor: Sat, Sun' }, 'MY')).toBe('WeekendsSetting');
    expect(keyOf({ WeekendsSetting: 'Sat, Sun' }, 'ID')).toBeUndefined();
    expect(keyOf({ HolidaysSetting: '2026-01-01' }, 'MY')).toBeUndefined();
    expect(keyOf({ HolidaysSetting: 'Kedah: 2026-06-21' }, 'MY')).toBe('HolidaysSetting');
    expect(keyOf({ serviceType: 'LM', HolidaysSetting: 'Kedah: 2026-06-21' }, 'MY')).toBeUndefined();
    expect(keyOf({ serviceType: 'FL', HolidaysSetting: 'Kedah: 2026-06-21' }, 'MY')).toBe('HolidaysSetting');
  });

  it('weekends survive a round trip through their string form and through JSON', () => {
    const maps = fc.dictionary(regions, fc.uniqueArray(fc.constantFrom(5, 6, 7)), { minKeys: 1 });
    fc.assert(
      fc.property(maps, map => {
        const sorted = Object.fromEntries(Object.entries(map).map(([region, own]) => [region, [...own].sort()]));
        expect(readWeekends(weekendsText(map))).toEqual(sorted);
        expect(readWeekends(weekendsSetting(map))).toEqual(sorted);
        expect(weekendsText(sorted)).toBe(weekendsText(map));
      }),
    );
  });
});

describe('parsing holidays (NWD-5)', () => {
  it.each([
    ['2026-02-17,2026-01-01, 2026-01-01', '2026-01-01, 2026-02-17'],
    ['None', 'None'],
    ['Kedah: 2026-06-21; 2026-01-01', '2026-01-01; Kedah: 2026-06-21'],
    ['{"All":["2028-02-29"]}', '2028-02-29'],
    ['Johor: None', 'None'],
  ])('the holidays %s are stored as %s', (text, kept) => {
    const map = readHolidays(text);
    expect(map && holidaysText(map)).toBe(kept);
  });

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '01.02.2026',
    '2026-01-01T00:00:00Z',
    '1767225600',
    'Bali: 2026-01-01',
    // Years that the calendar cannot show are considered typos.
    '0000-01-01',
    '1969-12-31',
    '2100-01-01',
    '9999-12-31',
  ])('%s is refused as a list of holidays', text => expect(readHolidays(text)).toBeNull());

  it('holidays survive a round trip through their string form', () => {
    fc.assert(
      fc.property(fc.dictionary(regions, fc.uniqueArray(days, { minLength: 1 }), { minKeys: 1 }), map => {
        const sorted = Object.fromEntries(Object.entries(map).map(([region, own]) => [region, [...own].sort()]));
        expect(readHolidays(holidaysText(map))).toEqual(sorted);
      }),
    );
  });

  it('holidays are converted to the instants at which the days begin in the country, and back', () => {
    expect(holidaySeconds({ [ALL]: ['2026-01-01'] }, COUNTRIES.ID.timeZone)).toEqual({
      All: [Date.UTC(2025, 11, 31, 17) / 1000],
    });
    expect(holidaySeconds({ [ALL]: ['2026-01-01'] }, COUNTRIES.BR.timeZone)).toEqual({
      All: [Date.UTC(2026, 0, 1, 3) / 1000],
    });
    for (const { timeZone } of Object.values(COUNTRIES)) {
      for (const day of ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01', '2028-02-29']) {
        const start = dayStart(day, timeZone) as number;
        expect([timeZone, day, dayOfSeconds(start, timeZone)]).toEqual([timeZone, day, day]);
        expect(dayOfSeconds(start + 86_399, timeZone)).toBe(day);
        expect(dayOfSeconds(start - 1, timeZone)).not.toBe(day);
      }
    }
  });

  it('withDays changes only the given region’s holidays', () => {
    const before = { [ALL]: ['2026-01-01'], Kedah: ['2026-06-21'] };
    expect(withDays(before, ALL, ['2026-01-02', '2026-01-01'], true)).toEqual({
      [ALL]: ['2026-01-01', '2026-01-02'],
      Kedah: ['2026-06-21'],
    });
    expect(withDays(before, 'Kedah', ['2026-06-21', '2026-01-01'], false)).toEqual({
      [ALL]: ['2026-01-01'],
      Kedah: [],
    });
    fc.assert(
      fc.property(fc.uniqueArray(days), fc.uniqueArray(days), (own, changed) => {
        const on = withDays({ [ALL]: own }, ALL, changed, true);
        expect(withDays(on, ALL, changed, false)[ALL]).toEqual(own.filter(day => !changed.includes(day)).sort());
      }),
    );
  });

  it('holidays are copied from one year to another, but February 29 only into a leap year', () => {
    const map = { [ALL]: ['2028-02-29', '2028-12-25', '2026-01-01'], Kedah: ['2028-06-21'] };
    expect(withYearCopied(map, 2028, 2029)).toEqual({
      [ALL]: ['2026-01-01', '2028-02-29', '2028-12-25', '2029-12-25'],
      Kedah: ['2028-06-21', '2029-06-21'],
    });
    expect(withYearCopied(map, 2028, 2032)[ALL]).toContain('2032-02-29');
    expect(withYearCopied(withYearCopied(map, 2028, 2029), 2028, 2029)).toEqual(withYearCopied(map, 2028, 2029));
  });
});

describe('days off of a region', () => {
  const malaysia = row({
    country: 'MY',
    WeekendsSetting: 'Johor: Sat, Sun; Kedah: Fri, Sat',
    HolidaysSetting: '2026-01-01; Kedah: 2026-06-21',
  });
  it.each([
    ['Kedah', { weekends: [5, 6], holidays: ['2026-01-01', '2026-06-21'] }],
    ['JOHOR', { weekends: [6, 7], holidays: ['2026-01-01'] }],
    ['Perak', { weekends: [], holidays: ['2026-01-01'] }],
    [ALL, { weekends: [], holidays: ['2026-01-01'] }],
    ['Nowhere', { weekends: [], holidays: ['2026-01-01'] }],
  ])('days off are determined for the region %s', (region, off) => {
    expect(daysOffOf(malaysia, region)).toEqual({ ...off, working: [] });
  });

  it('a state without its own days off uses the nationwide ones, and a deleted row has no days off', () => {
    expect(daysOffOf(row(), 'Kedah')).toEqual({ working: [], weekends: [7], holidays: ['2026-12-25', '2027-01-01'] });
    expect(daysOffOf(row({ status: 1 }))).toEqual({ working: [], weekends: [], holidays: [] });
  });

  it('daysOffBetween lists days off across both ends of the year', () => {
    expect([...daysOffBetween(row(), ALL, '2026-12-24', 12)]).toEqual([
      ['2026-12-25', 'holiday'],
      ['2026-12-27', 'weekend'],
      ['2027-01-01', 'holiday'],
      ['2027-01-03', 'weekend'],
    ]);
    expect([...daysOffBetween(row({ HolidaysSetting: 'None' }), ALL, '2027-12-31', 2)]).toEqual([]);
  });

  it('readRegion recognizes a Malaysian state in any common spelling', () => {
    expect(
      ['wp kuala lumpur', 'W.P. Kuala Lumpur', 'Kuala Lumpur', 'Wilayah Persekutuan Kuala Lumpur'].map(readRegion),
    ).toEqual(Array.from({ length: 4 }, () => 'WP Kuala Lumpur'));
    expect(['Malacca', 'ALL', 'Perak ', 'x', ''].map(readRegion)).toEqual(['Melaka', ALL, 'Perak', null, null]);
  });
});

describe('days that shift when a schedule changes', () => {
  it('shiftedDays lists days that become working days or days off within the span, including today', () => {
    const after = row({ HolidaysSetting: '2026-12-25, 2026-12-27, 2026-12-28, 2027-01-01' });
    // 27 December 2026 is a Sunday, so a holiday on that day shifts nothing.
    expect(shiftedDays(row(), after, '2026-11-23')).toEqual([
      { day: '2026-12-28', region: ALL, before: 'working', after: 'holiday' },
    ]);
    expect(shiftedDays(row(), row({ HolidaysSetting: 'None' }), '2026-12-25', 8).map(({ day }) => day)).toEqual([
      '2026-12-25',
      '2027-01-01',
    ]);
    expect(shiftedDays(row(), row({ HolidaysSetting: 'None' }), '2026-12-26', 6)).toEqual([]);
  });

  it('shiftedDays lists each day of a new weekend, and each day off of a row that is deleted', () => {
    const saturdays = shiftedDays(row(), row({ WeekendsSetting: 'Sat, Sun' }), '2026-11-23');
    expect(saturdays).toHaveLength(13);
    expect(saturdays[0]).toEqual({ day: '2026-11-28', region: ALL, before: 'working', after: 'weekend' });
    const deleted = shiftedDays(row(), row({ status: 1 }), '2026-11-23');
    expect(deleted.every(({ after }) => after === 'working')).toBe(true);
    expect(deleted).toHaveLength(12 + 2);
  });

  it('shiftedDays lists the days of Malaysia’s last mile by state', () => {
    const before = row({ country: 'MY', WeekendsSetting: 'Johor: Sat, Sun; Kedah: Fri, Sat', HolidaysSetting: 'None' });
    const after = { ...before, HolidaysSetting: 'Kedah: 2026-12-01' };
    expect(shiftedDays(before, after, '2026-11-23')).toEqual([
      { day: '2026-12-01', region: 'Kedah', before: 'working', after: 'holiday' },
    ]);
    expect(shiftedDays(before, { ...before, HolidaysSetting: '2026-12-01' }, '2026-11-23')).toHaveLength(16);
  });

  it('an unchanged schedule shifts no days, and reverting a change shifts the same days back', () => {
    const rows = fc.record({
      WeekendsSetting: fc.constantFrom('None', 'Sun', 'Sat, Sun', 'Fri, Sat'),
      HolidaysSetting: fc.uniqueArray(days).map(own => holidaysText({ [ALL]: own })),
      status: fc.constantFrom(0, 1),
    });
    fc.assert(
      fc.property(rows, rows, days, (a, b, today) => {
        expect(shiftedDays(row(a), row(a), today)).toEqual([]);
        const turned = shiftedDays(row(b), row(a), today).map(({ before, after, ...day }) => ({
          ...day,
          before: after,
          after: before,
        }));
        expect(shiftedDays(row(a), row(b), today)).toEqual(turned);
      }),
    );
  });
});

it.each([
  ['1970-01-01', true],
  ['2099-12-31', true],
  ['0001-01-01', false],
  ['1969-12-31', false],
  ['2100-01-01', false],
  ['12026-01-01', false],
  ['2026-02-30', false],
  ['', false],
])('BR5: the calendar and the coverage page accept %s as a day: %s', (text, taken) => {
  expect(isCalendarDay(text)).toBe(taken);
});
