import { describe, expect, it } from 'vitest';
import { authorsOfDay, dayAuthors, type ScheduleWrite } from './dayAuthors.ts';

interface Write extends ScheduleWrite {
  email: string;
}
const days = (HolidaysSetting: string, WeekendsSetting = 'Sun') => ({ HolidaysSetting, WeekendsSetting });
const write = (email: string, before: ScheduleWrite['before'], after: ScheduleWrite['after']): Write => ({
  email,
  before,
  after,
});
/** The author of each day, formatted as a string. */
const said = (writes: Write[], now: Record<string, unknown>) =>
  Object.fromEntries(
    [...dayAuthors(writes, now)].map(([day, author]) => [day, author.is === 'set' ? author.write.email : author.is]),
  );

describe('the author of each day of a schedule', () => {
  it('a day that was set before the first known write has no known author', () => {
    expect(said([], days('2026-12-25'))).toEqual({ 'All|2026-12-25': 'first', 'All|7': 'first' });
  });

  it('a day’s author is the person who added it last', () => {
    const [none, one, two] = [days('None'), days('2026-12-25'), days('2026-12-25, 2026-12-31', 'Sat, Sun')];
    const writes = [
      write('again', days('2026-12-31', 'Sat, Sun'), two),
      write('away', two, days('2026-12-31', 'Sat, Sun')),
      write('two', one, two),
      write('one', none, one),
    ];
    expect(said(writes, two)).toEqual({
      'All|7': 'first',
      'All|2026-12-25': 'again',
      'All|2026-12-31': 'two',
      'All|6': 'two',
    });
  });

  it('a day set by the first write belongs to the creator, and an unsent one is marked as waiting', () => {
    expect(said([write('made', null, days('2026-12-25'))], days('2026-12-25, 2026-12-31'))).toEqual({
      'All|2026-12-25': 'made',
      'All|7': 'made',
      'All|2026-12-31': 'waiting',
    });
    expect(said([write('made', null, days('2026-12-25'))], days('None', 'None'))).toEqual({});
  });

  it('authors are tracked by region, and a day set for all states has the same author in each state', () => {
    const before = days('2026-01-01', 'Johor: Sat, Sun; Kedah: Fri, Sat');
    const after = days('2026-01-01; Kedah: 2026-06-21', 'Johor: Sun; Kedah: Fri, Sat');
    const authors = dayAuthors([write('kedah', before, after)], after);
    expect(authorsOfDay(authors, 'Kedah', '2026-06-21', 7).holiday).toMatchObject({ write: { email: 'kedah' } });
    expect(authorsOfDay(authors, 'Johor', '2026-06-21', 7)).toMatchObject({ holiday: null, weekend: { is: 'first' } });
    expect(authorsOfDay(authors, 'Johor', '2026-01-01', 6)).toMatchObject({ holiday: { is: 'first' }, weekend: null });
  });

  it('a write in an unknown format is treated as if it had no days', () => {
    expect(said([write('odd', days('2026-12-25'), { HolidaysSetting: 7 })], days('2026-12-25'))).toMatchObject({
      'All|2026-12-25': 'waiting',
    });
  });
});
