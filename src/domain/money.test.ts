import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRIES, COUNTRY_CODES, type Country } from './country.ts';
import { formatAmount } from './money.ts';

describe('formatting a stored amount (LIST-11, G72)', () => {
  it.each<[number, Country, string]>([
    [123_456_700_000, 'ID', 'Rp1,234,567'],
    [1_250_000, 'MY', 'RM12.50'],
    [-123_450_000, 'PH', '-₱1,234.50'],
    [0, 'SG', 'S$0.00'],
    [99_900_000, 'TW', 'NT$999'],
    [100_000_000, 'TH', '฿1,000.00'],
    [125, 'BR', 'R$0.00125'],
    [50_000, 'VN', '₫0.5'],
  ])('the stored amount %s in %s is formatted as %s', (amount, country, text) =>
    expect(formatAmount(amount, country)).toBe(text),
  );

  it('an amount is formatted with a leading minus sign, grouped thousands and all stored digits', () => {
    const amounts = fc.maxSafeInteger();
    fc.assert(
      fc.property(amounts, fc.constantFrom(...COUNTRY_CODES), (amount, country) => {
        const text = formatAmount(amount, country);
        const bare = text.replace('-', '').replace(COUNTRIES[country].symbol, '');
        expect(bare).toMatch(/^\d{1,3}(,\d{3})*(\.\d{1,5})?$/);
        expect(text.startsWith('-')).toBe(amount < 0);
        const [whole = '', part = ''] = bare.replaceAll(',', '').split('.');
        expect(BigInt(whole + part.padEnd(5, '0'))).toBe(BigInt(Math.abs(amount)));
      }),
    );
  });
});
