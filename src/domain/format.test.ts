import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRIES, COUNTRY_CODES, type Country } from './country.ts';
import {
  formatAge,
  formatClock,
  formatCount,
  formatDate,
  formatMillis,
  formatTime,
  MISSING,
  nameInText,
} from './format.ts';

/** 2026-01-31 16:30:05 UTC: already the next day, and the next month, east of UTC+7:30. */
const INSTANT = Date.UTC(2026, 0, 31, 16, 30, 5) / 1000;

const WALL: Readonly<Record<Country, string>> = {
  ID: '2026-01-31 23:30:05',
  MY: '2026-02-01 00:30:05',
  PH: '2026-02-01 00:30:05',
  SG: '2026-02-01 00:30:05',
  TW: '2026-02-01 00:30:05',
  TH: '2026-01-31 23:30:05',
  VN: '2026-01-31 23:30:05',
  BR: '2026-01-31 13:30:05',
};

describe('formatting dates and times (LIST-13, G72)', () => {
  it.each([...COUNTRY_CODES])('times in %s are formatted in the country’s own time zone', country => {
    const zone = COUNTRIES[country].timeZone;
    expect(formatTime(INSTANT, zone)).toBe(WALL[country]);
    expect(formatDate(INSTANT, zone)).toBe(WALL[country].slice(0, 10));
    expect(formatMillis(INSTANT * 1000 + 7, zone)).toBe(`${WALL[country]}.007`);
    expect(formatClock(INSTANT * 1000, zone)).toBe(WALL[country].slice(11, 16));
  });

  it('the hour of midnight is formatted as 00, not 24', () => {
    expect(formatTime(Date.UTC(2026, 1, 1, 17) / 1000, 'Asia/Jakarta')).toBe('2026-02-02 00:00:00');
  });

  it('formatted times follow the daylight saving time that Brazil had until 2019', () => {
    expect(formatTime(Date.UTC(2018, 11, 1, 12) / 1000, 'America/Sao_Paulo')).toBe('2018-12-01 10:00:00');
  });

  it.each([0, null, undefined])('the missing time %s is shown as "/"', missing => {
    expect(formatDate(missing, 'Asia/Jakarta')).toBe(MISSING);
    expect(formatTime(missing, 'Asia/Jakarta')).toBe(MISSING);
    expect(formatMillis(missing, 'Asia/Jakarta')).toBe(MISSING);
    expect(MISSING).toBe('/');
  });

  it('milliseconds before 1970 are formatted correctly', () => {
    expect(formatMillis(-1, 'UTC')).toBe('1969-12-31 23:59:59.999');
  });

  it('a formatted time parses back to the same instant in every zone without daylight saving time', () => {
    const zones = { 'Asia/Jakarta': 7, 'Asia/Manila': 8, 'Asia/Bangkok': 7, 'Asia/Taipei': 8 };
    const seconds = fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 });
    fc.assert(
      fc.property(seconds, fc.constantFrom(...Object.entries(zones)), (at, [zone, hours]) => {
        expect(Date.parse(`${formatTime(at, zone).replace(' ', 'T')}Z`) / 1000 - hours * 3600).toBe(at);
      }),
    );
  });
});

describe('formatting counts and ages', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
    [-1234, '-1,234'],
  ])('the count %s is formatted as %s', (n, text) => expect(formatCount(n)).toBe(text));

  it.each([
    [-5_000, 'just now'],
    [0, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 min'],
    [59 * 60_000, '59 min'],
    [60 * 60_000, '1 h'],
    [47 * 3_600_000, '47 h'],
    [48 * 3_600_000, '2 d'],
  ])('an age of %s ms is formatted as %s', (millis, text) => expect(formatAge(millis)).toBe(text));
});

it.each([
  ['Location CDTs', 'location CDTs'],
  ['Service Codes', 'service codes'],
  ['3PL Routes', '3PL routes'],
  ['Non-working days', 'non-working days'],
])('the label %s becomes %s within a sentence', (name, text) => expect(nameInText(name)).toBe(text));
