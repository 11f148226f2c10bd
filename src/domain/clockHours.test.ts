import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockHours, timeOfHours } from './clockHours.ts';
import { COUNTRY_CODES } from './country.ts';
import { readNumber, writtenNumber } from './wholeNumber.ts';

const RULE = { decimals: 3, min: 0, max: 24, clock: true } as const;

describe('parsing hours of the day', () => {
  it.each([
    ['11:30', '11.5'],
    ['9:05', '9.083'],
    ['11h30', '11.5'],
    ['2:30 pm', '14.5'],
    ['11.30pm', '23.5'],
    ['12:15 am', '0.25'],
    ['24:00', '24'],
    ['11:30:00', '11.5'],
    ['12pm', '12'],
    ['12 AM', '0'],
    ['9 pm', '21'],
    ['9h', '9'],
    ['11:75', null],
    ['13:00 pm', null],
    ['13 pm', null],
    ['0am', null],
    ['9:', null],
    ['11.5', null],
    ['11', null],
    ['11.75', null],
    ['11.00', null],
    ['11,5', null],
  ])('the time %s is parsed as %s hours', (text, hours) => {
    expect(clockHours(text, false)).toBe(hours);
  });

  it.each([
    ['SG', '11.30', 'is "11.30", which can mean a time or a number of hours; write 11:30 or 11.3'],
    ['ID', '11.30', 'is "11.30", which can mean a time or a number of hours; write 11:30 or 11,3'],
    ['BR', '9,25', 'is "9,25", which can mean a time or a number of hours; write 09:25 or 9,2500'],
    ['TW', '9.25', 'is "9.25", which can mean a time or a number of hours; write 09:25 or 9.250'],
  ] as const)(
    'for %s, the ambiguous hour %s is refused, and the message contains both readings',
    (country, text, problem) => {
      expect(readNumber('Hour', text, { ...RULE, country })).toEqual({ problem: `Hour ${problem}` });
      for (const written of problem.split('write ')[1]?.split(' or ') ?? [])
        expect(readNumber('Hour', written, { ...RULE, country })).toHaveProperty('value');
    },
  );

  it.each([
    ['SG', 'noon', '9.5'],
    ['SG', '09:60', '9.5'],
    ['TW', '13pm', '9.5'],
    ['BR', '9.12345', '9,5'],
    ['ID', '09:60', '9,5'],
  ] as const)(
    'for %s, "%s" is refused with an example of a time and of a number of hours',
    (country, text, example) => {
      expect(readNumber('Hour', text, { ...RULE, country })).toEqual({
        problem: `Hour must be a time such as 9:30, or hours such as ${example} with at most 3 decimal places`,
      });
    },
  );

  it('an hour is formatted so that each country parses it back to the same value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24_000 }), fc.constantFrom(...COUNTRY_CODES), (value, country) => {
        const text = writtenNumber(value, 3, country, true);
        expect(readNumber('Hour', text, { ...RULE, country })).toEqual({ value });
      }),
    );
  });

  it('every minute of the day survives a round trip through decimal hours', () => {
    for (let minutes = 0; minutes < 1440; minutes++) {
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      expect(timeOfHours(Number(clockHours(time, false)))).toBe(time);
    }
    expect(timeOfHours(11.3)).toBe('11:18');
    expect(timeOfHours(11.01)).toBeNull();
  });
});
