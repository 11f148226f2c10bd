import { expect, it } from 'vitest';
import { scheduleState, skippedText } from './skippedText.ts';

const row = (country: string, status = 0) => ({
  country,
  serviceType: 'LM',
  WeekendsSetting: country === 'MY' ? 'Johor: Sat, Sun; Kedah: Fri, Sat' : 'Sat, Sun',
  HolidaysSetting: '2026-12-25',
  status,
});
const FRIDAY = { day: '2026-12-25', why: 'holiday' as const };

it.each([
  [row('ID'), 'All', 'counted'],
  [row('MY'), 'Kedah', 'counted'],
  // Without a state no weekend of Malaysia is known, so not every day works.
  [row('MY'), 'All', 'partly'],
  [row('MY'), 'Atlantis', 'partly'],
  [row('MY', 1), 'All', 'deleted'],
  [null, 'All', 'none'],
  [undefined, 'All', 'absent'],
] as const)('days off of %o count in %s: %s', (own, region, state) => {
  expect(scheduleState(own, region)).toBe(state);
});

it('says which days are skipped, and never that a channel works on all of them where its weekends are not known', () => {
  expect(skippedText([], 'counted')).toContain('works on every day');
  expect(skippedText([], 'partly')).toMatch(/^Weekends .* not counted: .* Choose a destination\.$/);
  expect(skippedText([FRIDAY], 'counted')).toBe('Skipped, because nobody works: Fri 2026-12-25 (holiday).');
  expect(skippedText([FRIDAY], 'partly')).toMatch(/\(holiday\)\. Weekends .* not counted/);
  expect(
    skippedText(
      Array.from({ length: 25 }, () => FRIDAY),
      'counted',
    ),
  ).toMatch(/ and 5 more\.$/);
});
