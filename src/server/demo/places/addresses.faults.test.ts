import { describe, expect, it } from 'vitest';
import { misreadPlaces } from '../../../../tests/support/writtenPlaces.ts';
import { PLACE_COUNTRIES } from './all.ts';

describe('every place of the full tree is recognized by its full address', () => {
  it.each([...PLACE_COUNTRIES])('the addresses of %s are parsed correctly', country => {
    expect(misreadPlaces(country, 1).slice(0, 25)).toEqual([]);
  });
});
