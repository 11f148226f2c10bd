import { describe, expect, it } from 'vitest';
import { dayEnd, dayStart } from './day.ts';

const utc = (text: string): number => Date.parse(text) / 1000;

describe('days of a zone', () => {
  it('begin and end at its midnight', () => {
    expect(dayStart('2026-11-23', 'Asia/Jakarta')).toBe(utc('2026-11-22T17:00:00Z'));
    expect(dayEnd('2026-11-23', 'Asia/Jakarta')).toBe(utc('2026-11-23T17:00:00Z'));
    expect(dayStart('2026-01-01', 'America/Sao_Paulo')).toBe(utc('2026-01-01T03:00:00Z'));
    expect(dayEnd('2026-12-31', 'Asia/Taipei')).toBe(utc('2026-12-31T16:00:00Z'));
  });

  it('have an hour more or less where the clock is set', () => {
    const length = (day: string) => (dayEnd(day, 'Europe/Berlin') ?? 0) - (dayStart(day, 'Europe/Berlin') ?? 0);
    expect([length('2026-03-28'), length('2026-03-29'), length('2026-10-25')]).toEqual([86_400, 82_800, 90_000]);
  });

  it('are none if the calendar has none', () => {
    expect(dayStart('2026-02-30', 'Asia/Jakarta')).toBeNull();
    expect(dayEnd('2026-13-01', 'Asia/Jakarta')).toBeNull();
  });
});
