import { describe, expect, it } from 'vitest';
import { COUNTRIES, COUNTRY_CODES } from './country.ts';
import { CURRENCY_CODES, CURRENCY_DIGITS, currencyOf, isCurrency } from './currency.ts';

describe('the currencies of the countries', () => {
  it.each([
    ['IDR', 0],
    ['MYR', 2],
    ['PHP', 2],
    ['SGD', 2],
    ['TWD', 0],
    ['THB', 2],
    ['VND', 0],
    ['BRL', 2],
  ] as const)('amounts in %s are paid with %d decimal places', (currency, digits) =>
    expect(CURRENCY_DIGITS[currency]).toBe(digits),
  );

  it('the currencies are those of the eight countries', () => {
    expect(COUNTRY_CODES.map(currencyOf)).toEqual(CURRENCY_CODES);
    expect(COUNTRY_CODES.map(code => COUNTRIES[code].currency)).toEqual(CURRENCY_CODES);
  });

  it.each([
    ['IDR', true],
    ['idr', false],
    ['USD', false],
    [null, false],
  ])('%s is recognized as a currency: %s', (text, expected) => expect(isCurrency(text)).toBe(expected));
});
