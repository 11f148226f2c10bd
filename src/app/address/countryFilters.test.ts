import { expect, it } from 'vitest';
import { CountryFilters } from './countryFilters.ts';

it('a page has its own filters in each country, and those of a country again after switching back', () => {
  const filters = new CountryFilters();
  const inIndonesia = { from: 10_021, group: 'cod', country: 'ID' };
  expect(filters.switched('/copy', 'ID', 'MY', inIndonesia)).toEqual({});
  expect(filters.switched('/copy', 'MY', 'ID', { from: 20_011, country: 'MY' })).toEqual({
    from: 10_021,
    group: 'cod',
  });
  expect(filters.switched('/copy', 'ID', 'MY', {})).toEqual({ from: 20_011 });
  // The filters were reset in Indonesia, and another page has its own.
  expect(filters.switched('/copy', 'MY', 'ID', {})).toEqual({});
  expect(filters.switched('/shops', 'MY', 'ID', {})).toEqual({});
});
