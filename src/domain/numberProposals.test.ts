import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES, type Country } from './country.ts';
import { openNumber, rewritten } from './rates/pastedNumbers.ts';
import { readNumber, type NumberRule } from './wholeNumber.ts';

/** Each kind of number that people type, with the bounds and decimal places that its fields have. */
const KINDS: Readonly<Record<string, NumberRule>> = {
  'whole number': { min: 0, max: 2_147_483_647 },
  'small whole number': { min: 0, max: 1000 },
  'whole number without bounds': { negative: true },
  amount: { decimals: 5, min: 0, max: 90_000_000_000, money: true },
  'amount that may be negative': { decimals: 5, min: -1000, max: 1000, negative: true, money: true },
  percentage: { decimals: 4, min: 0, max: 100, unit: '%' },
  'percentage of at least 1': { decimals: 4, min: 1, max: 100, unit: '%' },
  weight: { decimals: 3, min: 0, max: 1000, unit: 'kg' },
  length: { decimals: 1, min: 0.1, max: 10_000, unit: 'cm' },
  'two decimal places': { decimals: 2, min: 0, max: 9999 },
  'measured value': { decimals: 6, min: -180, max: 180, negative: true, rounded: true },
  'hour of the day': { decimals: 3, min: 0, max: 24, clock: true },
};

const TEXTS = [
  '1.234',
  '1,234',
  '1.200',
  '6,000',
  '18.000',
  '999.999',
  '12.345',
  '12,345',
  '0.123',
  '0,123',
  '-1.234',
  '-1,5',
  '1.234.567',
  '1,234,567',
  '1.234,5',
  '1,234.5',
  '1234,5',
  '1234.5',
  '-1,234.5',
  '-1.234,5',
  '1.234,56789012',
  '0.5',
  '0,5',
  '0.05',
  '0,02',
  '0.12345',
  '0,12345',
  '0.00001',
  '-0.5',
  '-0,02',
  '.5',
  ',5',
  '0.005',
  '0,015',
  '11.30',
  '9,25',
  '24.30',
  '25,15',
  '23.59',
  '30.10',
  '7.5',
  '-7.30',
  '1e3',
  '1 234',
  '1 234,5',
  '-',
  'free',
  '1.',
  'Rp 1.234',
  'R$ 1.234,56',
  '₫18.000',
  '1.234 kg',
  '1,5 kg',
  '20,5 cm',
  '0,5%',
  '12,345%',
  '99999999999999999',
];

/** The numbers that a message proposes to write. */
function proposals(problem: string): string[] {
  const written = /\bwrite (.+)$/.exec(problem)?.[1] ?? /; only (.+) is possible here$/.exec(problem)?.[1];
  return written === undefined ? [] : written.split(' or ');
}

describe('messages that propose how to write a number', () => {
  it.each(
    Object.entries(KINDS).flatMap(([kind, rule]) => COUNTRY_CODES.map(country => [kind, country, rule] as const)),
  )('for a %s in %s, each proposed number is accepted, and two proposals are two numbers', (_kind, country, rule) => {
    const own = { ...rule, country };
    for (const text of TEXTS) {
      const read = readNumber('Number', text, own);
      if (!('problem' in read)) continue;
      const proposed = proposals(read.problem);
      const values = proposed.map(written => {
        const again = readNumber('Number', written, own);
        expect([text, written, again]).toEqual([text, written, { value: expect.any(Number) }]);
        return 'value' in again ? again.value : null;
      });
      expect([text, new Set(values).size]).toEqual([text, proposed.length]);
      expect([text, read.offer ?? proposed[0]]).toEqual([text, proposed[0]]);
      expect([text, read.offer === undefined || proposed.length === 1]).toEqual([text, true]);
    }
  });

  it.each<[string, Country, NumberRule, string]>([
    ['1.234', 'ID', { min: 0 }, 'Step is "1.234", which can mean two numbers; only 1234 is possible here'],
    ['6.000', 'BR', { min: 0 }, 'Step is "6.000", which can mean two numbers; write 6000 or 6'],
    [
      '18.000',
      'VN',
      { decimals: 3, max: 99 },
      'Step is "18.000", which can mean two numbers; only 18 is possible here',
    ],
    ['1.234', 'ID', { min: 0, max: 1000 }, 'Step must be between 0 and 1000'],
    ['1,5', 'MY', { min: 0 }, 'Step must be a single whole number, written only with digits'],
    [
      '-1.234',
      'ID',
      { decimals: 3, negative: true },
      'Step is "-1.234", which can mean two numbers; write -1234 or -1,2340',
    ],
    ['-1.234', 'ID', { decimals: 3, min: 0 }, 'Step must be at least 0'],
    [
      '14,5',
      'PH',
      { decimals: 4 },
      'Step is "14,5", which has a comma; in the Philippines, decimals come after a point, so write 14.5',
    ],
    ['1.234.567', 'TH', {}, 'Step is "1.234.567", which uses a point between thousands; in Thailand, write 1234567'],
    [
      '0.00001',
      'SG',
      { decimals: 4, unit: '%' },
      'Step is "0.00001", which can mean two percentages; only 0.001% is possible here',
    ],
    [
      '0,12345',
      'BR',
      { decimals: 5, unit: '%' },
      'Step is "0,12345", which can mean two percentages; write 0,12345% or 12,3450%',
    ],
    ['24.30', 'PH', { decimals: 3, min: 0, max: 24, clock: true }, 'Step must be between 0 and 24'],
  ])('"%s" in %s for %j is refused with only the readings that the field accepts', (text, country, rule, problem) => {
    expect(readNumber('Step', text, { ...rule, country })).toMatchObject({ problem });
  });

  it('a number is suggested if the other reading has the wrong form, but not if it is only out of bounds', () => {
    expect(readNumber('Step', '1.234', { country: 'ID' })).toHaveProperty('offer', '1234');
    expect(readNumber('Step', '18.000', { country: 'ID', decimals: 3, max: 99 })).not.toHaveProperty('offer');
  });
});

describe('the question about pasted numbers', () => {
  it.each(
    Object.entries(KINDS).flatMap(([kind, rule]) => COUNTRY_CODES.map(country => [kind, country, rule] as const)),
  )('for a %s in %s, each reading that is shown is what the answer pastes', (_kind, country, rule) => {
    const own = { ...rule, country };
    for (const style of ['point', 'comma', 'time'] as const) {
      const shown = TEXTS.flatMap(text => {
        const reading = openNumber(text, own)?.[style] ?? null;
        return reading === null ? [] : [{ text, reading, pasted: rewritten(text, style, own) }];
      });
      for (const { text, reading, pasted } of shown) {
        expect([text, pasted]).toEqual([text, reading]);
        const read = readNumber('Number', rule.unit === '%' ? `${reading}%` : reading, own);
        expect([text, read]).toEqual([text, { value: expect.any(Number) }]);
      }
    }
  });
});
