import { describe, expect, it } from 'vitest';
import { dayEnd, dayStart } from './day.ts';
import { readInstant } from './instant.ts';

const utc = (text: string): number => Date.parse(text) / 1000;

describe('days in a time zone', () => {
  it('a day begins and ends at midnight in its time zone', () => {
    expect(dayStart('2026-11-23', 'Asia/Jakarta')).toBe(utc('2026-11-22T17:00:00Z'));
    expect(dayEnd('2026-11-23', 'Asia/Jakarta')).toBe(utc('2026-11-23T17:00:00Z'));
    expect(dayStart('2026-01-01', 'America/Sao_Paulo')).toBe(utc('2026-01-01T03:00:00Z'));
    expect(dayEnd('2026-12-31', 'Asia/Taipei')).toBe(utc('2026-12-31T16:00:00Z'));
  });

  it('a day on which the clock changes is an hour shorter or longer', () => {
    const length = (day: string) => (dayEnd(day, 'Europe/Berlin') ?? 0) - (dayStart(day, 'Europe/Berlin') ?? 0);
    expect([length('2026-03-28'), length('2026-03-29'), length('2026-10-25')]).toEqual([86_400, 82_800, 90_000]);
  });

  it('a day without midnight begins at 1:00, and one with two midnights at the second (Brazil until 2019)', () => {
    const zone = 'America/Sao_Paulo';
    expect(dayStart('2018-11-04', zone)).toBe(utc('2018-11-04T03:00:00Z'));
    expect(dayEnd('2018-11-03', zone)).toBe(utc('2018-11-04T03:00:00Z'));
    expect(dayEnd('2018-11-04', zone)).toBe(utc('2018-11-05T02:00:00Z'));
    expect(dayStart('2019-02-16', zone)).toBe(utc('2019-02-16T02:00:00Z'));
    expect(dayEnd('2019-02-16', zone)).toBe(utc('2019-02-17T03:00:00Z'));
  });

  it.each([
    ['2018-11-04 00:00', '2018-11-04T03:00:00Z'],
    ['2018-11-04 00:30', '2018-11-04T03:30:00Z'],
    ['2018-11-03 23:59:59', '2018-11-04T02:59:59Z'],
    ['2018-11-04 01:00', '2018-11-04T03:00:00Z'],
    ['2019-02-16 23:30', '2019-02-17T01:30:00Z'],
    ['2019-02-17 00:00', '2019-02-17T03:00:00Z'],
    ['2018-11-04', '2018-11-04T03:00:00Z'],
  ])('the local time %s in Brazil is the instant %s', (written, instant) =>
    expect(readInstant(written, 'America/Sao_Paulo')).toBe(utc(instant)),
  );

  it('dayStart and dayEnd return null for a day that does not exist', () => {
    expect(dayStart('2026-02-30', 'Asia/Jakarta')).toBeNull();
    expect(dayEnd('2026-13-01', 'Asia/Jakarta')).toBeNull();
  });
});
