import { expect, it } from 'vitest';
import { COUNTRIES, COUNTRY_CODES } from './country.ts';

it('a country’s name has its article within a sentence and at its start, but not on its own', () => {
  expect(COUNTRIES.PH).toMatchObject({
    name: 'Philippines',
    inText: 'the Philippines',
    atStart: 'The Philippines',
  });
  for (const code of COUNTRY_CODES.filter(own => own !== 'PH'))
    expect([COUNTRIES[code].inText, COUNTRIES[code].atStart]).toEqual([COUNTRIES[code].name, COUNTRIES[code].name]);
});
