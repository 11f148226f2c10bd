import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from '../country.ts';
import { readNumber } from '../wholeNumber.ts';
import { copiedNumber, inStyle, isOpen, openNumber, rewritten } from './pastedNumbers.ts';

describe('numbers in a pasted block', () => {
  it.each([
    ['18.000', '18.000', '18000'],
    ['18,000', '18000', '18.000'],
    ['1.234,5', null, '1234.5'],
    ['1,234.5', '1234.5', null],
    ['free', null, null],
  ])('"%s" is %s if written with a decimal point and %s if written with a decimal comma', (text, point, comma) => {
    expect(openNumber(text)).toMatchObject({ point, comma });
  });

  it('a person must choose a notation only for numbers that are ambiguous or unparsable in the country', () => {
    const rule = { decimals: 5, min: 0, country: 'ID' } as const;
    expect(['18.000', '18,000', '1,234.5', '18000', '1.234,50', '', 'free'].map(text => isOpen(text, rule))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('pasted numbers that match the chosen notation are rewritten, and other strings stay unchanged', () => {
    const rule = { decimals: 5, country: 'ID' } as const;
    expect(rewritten('18.000', 'comma', rule)).toBe('18000');
    expect(rewritten('18.000', 'point', rule)).toBe('18');
    expect(rewritten('1,234.5', 'comma', rule)).toBe('1,234.5');
    expect(inStyle('1,23,4', 'point')).toBeNull();
  });

  it('a copied number is parsed back to the same value in every country', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRY_CODES), fc.nat(10 ** 12), (country, value) => {
        const text = copiedNumber(value, 5, country);
        expect(readNumber('', text, { decimals: 5, min: 0, country })).toEqual({ value });
      }),
    );
  });
});
