import { expect, it } from 'vitest';
import { placeSearch } from './useFindPlaces.ts';

it('places are searched by id or part of their name, unless the search string is too short', () => {
  expect(placeSearch(' 1000005 ', 8)).toMatchObject({ where: [{ column: 'locationId', value: 1_000_005 }], count: 8 });
  expect(placeSearch('Ban', 8)).toMatchObject({ where: [{ column: 'name' }] });
  for (const text of ['', 'B', '12', ' 123 ', '1'.repeat(16)]) expect(placeSearch(text, 8)).toBeNull();
});
