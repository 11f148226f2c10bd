import { expect, it } from 'vitest';
import { placeSearch } from './useFindPlaces.ts';

it('the tree is searched for an id and for part of a name, and not while a text is too short', () => {
  expect(placeSearch(' 1000005 ', 8)).toMatchObject({ where: [{ column: 'locationId', value: 1_000_005 }], count: 8 });
  expect(placeSearch('Ban', 8)).toMatchObject({ where: [{ column: 'name' }] });
  for (const text of ['', 'B', '12', ' 123 ', '1'.repeat(16)]) expect(placeSearch(text, 8)).toBeNull();
});
