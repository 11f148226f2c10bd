import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayText, weekdayOf } from './dayNumber.ts';

describe('numbering calendar days', () => {
  it.each([
    ['1970-01-01', 0, 4],
    ['2026-11-23', 20_780, 1],
    ['2026-11-27', 20_784, 5],
    ['2024-02-29', 19_782, 4],
    ['2026-12-31', 20_818, 4],
    ['2027-01-01', 20_819, 5],
  ])('day %s has the number %d and the weekday %d', (day, number, weekday) => {
    expect(dayNumber(day)).toBe(number);
    expect(dayText(number)).toBe(day);
    expect(weekdayOf(number)).toBe(weekday);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '23-11-2026', '', '2026-11-23T00:00:00Z'])(
    '"%s" is not a valid day',
    text => {
      expect(dayNumber(text)).toBeNull();
    },
  );

  it('converting a day number to a string and back yields the same number', () => {
    assert(
      property(integer({ min: -25_000, max: 2_900_000 }), days => {
        expect(dayNumber(dayText(days))).toBe(days);
        expect(weekdayOf(days + 1)).toBe((weekdayOf(days) % 7) + 1);
      }),
    );
  });
});
