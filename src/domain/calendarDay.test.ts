import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayError, readDay, weekdayOf, weeksOfMonth } from './calendarDay.ts';
import { dayLabel } from './dayNames.ts';

/** Noon of a day according to the platform's Date, used as the oracle for day arithmetic. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const days = fc.integer({ min: -20_000, max: 60_000 }).map(n => new Date(n * 86_400_000).toISOString().slice(0, 10));

describe('arithmetic and formatting of calendar days', () => {
  it.each([
    ['2025-01-31', '2025-01-31'],
    [' 2025/1/31 ', '2025-01-31'],
    ['2025.1.3', '2025-01-03'],
    ['2025\u201101\u221203', '2025-01-03'],
    ['２０２５-０１-０３', '2025-01-03'],
    ['2024-02-29', '2024-02-29'],
    ['2023-02-29', null],
    ['1900-02-29', null],
    ['2025-13-01', null],
    ['2025-00-10', null],
    ['0000-01-01', null],
    ['31/01/2025', null],
    ['2025-01-31T00:00', null],
    ['', null],
  ])('the calendar day %j is parsed as %j', (text, day) => expect(readDay(text)).toBe(day));

  it('an invalid calendar day returns an error message, and an empty string returns none', () => {
    expect([dayError('Day', ''), dayError('Day', '2025-1-1')]).toEqual([null, null]);
    expect(dayError('Day', '2025-02-30')).toBe('Day must be a valid day, such as 2025-01-31');
  });

  it('day arithmetic agrees with the platform’s Date', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -800, max: 800 }), (day, n) => {
        expect(noon(addDays(day, n)).getTime() - noon(day).getTime()).toBe(n * 86_400_000);
        expect(weekdayOf(day)).toBe((noon(day).getUTCDay() + 6) % 7);
      }),
    );
  });

  it.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-03-31', -1, '2025-02-28'],
    ['2025-12-15', 1, '2026-01-15'],
    ['2025-01-15', -13, '2023-12-15'],
    ['2025-05-31', 1, '2025-06-30'],
  ])('%s plus %i months is %s', (day, months, after) => expect(addMonths(day, months)).toBe(after));

  it('the weeks of a month start on Monday and are padded with adjacent days', () => {
    fc.assert(
      fc.property(days, day => {
        const weeks = weeksOfMonth(day);
        const all = weeks.flat();
        expect(weeks.every(week => week.length === 7 && weekdayOf(week[0] as string) === 0)).toBe(true);
        expect(all.every((own, at) => at === 0 || own === addDays(all[at - 1] as string, 1))).toBe(true);
        expect(weeks.every(week => week.some(own => own.slice(0, 7) === day.slice(0, 7)))).toBe(true);
        expect(all).toContain(day);
      }),
    );
    expect(weeksOfMonth('2027-02-10')).toHaveLength(4);
    expect(weeksOfMonth('2026-11-23')[0]?.[0]).toBe('2026-10-26');
  });

  it('a day is formatted with its weekday', () => {
    expect(['2026-11-23', '2024-02-29', '2027-01-01', 'none', ''].map(dayLabel)).toEqual([
      'Mon 2026-11-23',
      'Thu 2024-02-29',
      'Fri 2027-01-01',
      'none',
      '',
    ]);
  });
});
