import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countKinds,
  DAY_KIND,
  daysBetween,
  daysInYear,
  daysOfYear,
  differingDays,
  isInherited,
  listMarks,
  marked,
  marksBetween,
  marksSince,
  openMarks,
  runsOf,
  withMarks,
  yearOf,
} from './calendarYear.ts';
import { daysOffBetween, type NonWorkingRow } from './daysOff.ts';
import { ALL, holidaysText, type Holidays } from './nonWorkingDays.ts';

const row = (more: Partial<NonWorkingRow> = {}): NonWorkingRow => ({
  country: 'ID',
  serviceType: 'LM',
  WeekendsSetting: 'Sat, Sun',
  HolidaysSetting: '2026-12-25, 2026-12-26, 2027-01-01',
  status: 0,
  ...more,
});

describe('the days of a year by kind', () => {
  it.each([
    [2026, 365],
    [2028, 366],
    [2000, 366],
    [2100, 365],
    [1970, 365],
  ])('%i has %i days, from January 1 to December 31', (year, days) => {
    const all = daysOfYear(year);
    expect([daysInYear(year), all.length]).toEqual([days, days]);
    expect([all[0], all.at(-1)]).toEqual([`${year}-01-01`, `${year}-12-31`]);
  });

  it('weekends, holidays and holidays on weekends are different kinds of days, also at both ends of the year', () => {
    const kinds = yearOf(row(), ALL, 2026);
    // 25 December 2026 is a Friday.
    expect(Array.from(kinds.slice(-8))).toEqual([0, 2, 3, 1, 0, 0, 0, 0]);
    expect(Array.from(yearOf(row(), ALL, 2027).slice(0, 4))).toEqual([2, 1, 1, 0]);
    expect(countKinds(kinds)).toEqual([260, 103, 1, 1, 0]);
    expect(countKinds(yearOf(row({ status: 1 }), ALL, 2026))).toEqual([365, 0, 0, 0, 0]);
    const madeUp = yearOf(row({ HolidaysSetting: 'Work: 2026-12-26, 2026-12-25' }), ALL, 2026);
    // The Friday is unaffected, because it is not part of the weekend.
    expect(Array.from(madeUp.slice(-8))).toEqual([0, 0, 5, 1, 0, 0, 0, 0]);
    expect(countKinds(madeUp)).toEqual([262, 103, 0, 0, 1]);
    expect(runsOf(yearOf(row(), ALL, 2027), kind => kind !== DAY_KIND.working).slice(0, 2)).toEqual([
      [0, 3],
      [8, 2],
    ]);
  });

  it('the kinds of days in a year are consistent with daysOffBetween', () => {
    const some = fc.record({
      WeekendsSetting: fc.constantFrom('None', 'Sun', 'Sat, Sun', 'Fri, Sat'),
      HolidaysSetting: fc
        .uniqueArray(fc.constantFrom(...daysOfYear(2028), '2027-12-31', '2029-01-01'), { maxLength: 20 })
        .map(days => holidaysText({ [ALL]: days })),
    });
    fc.assert(
      fc.property(some, more => {
        const off = daysOffBetween(row(more), ALL, '2028-01-01', 366);
        const kinds = yearOf(row(more), ALL, 2028);
        const words = daysOfYear(2028).map(day => off.get(day) ?? 'working');
        expect(Array.from(kinds, kind => (kind >= 2 ? 'holiday' : kind === 1 ? 'weekend' : 'working'))).toEqual(words);
      }),
    );
  });
});

describe('comparing two schedules of non-working days', () => {
  it('schedules are compared day by day, and a holiday on a weekend does not count as a difference', () => {
    const other = row({ WeekendsSetting: 'Sun', HolidaysSetting: '2026-12-25, 2026-12-27' });
    const differing = differingDays(yearOf(row(), ALL, 2026), yearOf(other, ALL, 2026), 2026);
    expect(differing).toHaveLength(52);
    expect(differing.every(({ mine, theirs }) => mine !== theirs && theirs === DAY_KIND.working)).toBe(true);
    expect(differing.map(({ day }) => day)).not.toContain('2026-12-25');
    expect(differing.map(({ day }) => day)).not.toContain('2026-12-27');
    expect(differingDays(yearOf(row(), ALL, 2026), yearOf(row(), ALL, 2026), 2026)).toEqual([]);
  });
});

describe('unsaved marks on the days of a schedule', () => {
  it('marks that were set while others were being applied stay', () => {
    const applied = { 'Kedah|2026-06-21': true, 'Kedah|2026-06-22': true };
    const marks = { ...applied, 'Kedah|2026-06-22': false, '0|2026-01-01': true };
    expect(marksSince(marks, applied)).toEqual({ 'Kedah|2026-06-22': false, '0|2026-01-01': true });
    expect(marksSince(applied, applied)).toEqual({});
  });

  const saved: Holidays = { [ALL]: ['2026-12-25'], Kedah: ['2026-06-21'] };

  it('daysBetween lists days in ascending order, whichever end comes first, even across the end of a year', () => {
    const days = ['2026-12-31', '2027-01-01', '2027-01-02'];
    expect(daysBetween('2026-12-31', '2027-01-02')).toEqual(days);
    expect(daysBetween('2027-01-02', '2026-12-31')).toEqual(days);
    expect(daysBetween('2027-01-02', '2027-01-02')).toEqual(['2027-01-02']);
  });

  it('unmarking a day removes its mark, and marks for a state leave nationwide holidays unchanged', () => {
    const one = withMarks(saved, {}, ALL, ['2026-12-24', '2026-12-25'], true);
    expect(one).toEqual({ 'All|2026-12-24': true });
    expect(withMarks(saved, one, ALL, ['2026-12-24'], false)).toEqual({});
    expect(withMarks(saved, {}, 'Kedah', ['2026-12-25', '2026-06-21'], false)).toEqual({ 'Kedah|2026-06-21': false });
    expect(isInherited(saved, 'Kedah', '2026-12-25')).toBe(true);
    expect(isInherited(saved, ALL, '2026-12-25')).toBe(false);
    // The day has just been marked for all states, so each state has it too.
    expect(withMarks(saved, one, 'Kedah', ['2026-12-24'], true)).toEqual(one);
  });

  it('marks are applied to a schedule that a colleague has changed in the meantime', () => {
    const marks = { 'All|2026-12-24': true, 'Kedah|2026-06-21': false };
    const theirs = { [ALL]: ['2026-12-24', '2026-12-25', '2026-12-31'], Kedah: ['2026-06-21'] };
    expect(openMarks(theirs, marks)).toEqual({ 'Kedah|2026-06-21': false });
    expect(marked(theirs, marks)).toEqual({ [ALL]: theirs[ALL], Kedah: [] });
    expect(listMarks(marks).map(({ day }) => day)).toEqual(['2026-06-21', '2026-12-24']);
  });

  it('the marks that differ between two sets of holidays turn the first set into the second', () => {
    const map = fc.dictionary(
      fc.constantFrom(ALL, 'Johor', 'Kedah'),
      fc.uniqueArray(fc.constantFrom('2026-01-01', '2026-12-31', '2027-01-01')),
    );
    fc.assert(
      fc.property(map, map, (from, to) => {
        expect(holidaysText(marked(from, marksBetween(from, to)))).toBe(holidaysText(to));
      }),
    );
  });
});
