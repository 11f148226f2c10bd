import { expect, it } from 'vitest';
import { COUNTRIES, COUNTRY_CODES, isCountry } from './country.ts';

it('each of the eight countries has a currency, a time zone and a holiday page (SHELL-1, NWD-2, G25)', () => {
  expect(COUNTRY_CODES.map(code => COUNTRIES[code].currency)).toEqual([
    'IDR',
    'MYR',
    'PHP',
    'SGD',
    'TWD',
    'THB',
    'VND',
    'BRL',
  ]);
  expect(COUNTRY_CODES.map(code => COUNTRIES[code].hostSuffix)).toEqual([
    'co.id',
    'com.my',
    'ph',
    'sg',
    'tw',
    'co.th',
    'vn',
    'com.br',
  ]);
  for (const code of COUNTRY_CODES) {
    expect(COUNTRIES[code].code).toBe(code);
    expect(() => new Intl.DateTimeFormat('en', { timeZone: COUNTRIES[code].timeZone })).not.toThrow();
  }
});

it('isCountry rejects everything other than the eight codes', () => {
  for (const text of ['id', 'US', '', null, undefined, 7, ['ID'], 'toString']) expect(isCountry(text)).toBe(false);
});
