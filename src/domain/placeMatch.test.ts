import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';
import { matchPlaceNames } from './placeMatch.ts';

const CITIES = ['Jakarta Barat', 'Bandung Barat', 'Barat', 'São Paulo', 'Sao Miguel', 'Đà Nẵng', '臺北市', '新北市'];

describe('matching typed place names', () => {
  it('a complete place name matches only that name', () => {
    expect(matchPlaceNames(CITIES, 'Barat')).toEqual(['Barat']);
    expect(matchPlaceNames(CITIES, '  bARAT ')).toEqual(['Barat']);
    expect(matchPlaceNames(CITIES, 'sao paulo')).toEqual(['São Paulo']);
  });

  it('a partial place name matches every name that contains it', () => {
    expect(matchPlaceNames(CITIES, 'bar')).toEqual(['Jakarta Barat', 'Bandung Barat', 'Barat']);
    expect(matchPlaceNames(CITIES, 'SAO')).toEqual(['São Paulo', 'Sao Miguel']);
    expect(matchPlaceNames(CITIES, 'da nang')).toEqual(['Đà Nẵng']);
    expect(matchPlaceNames(CITIES, '北')).toEqual(['臺北市', '新北市']);
  });

  it('a complete place name matches all names that fold to the same string', () => {
    expect(matchPlaceNames(['Bình Hòa', 'Bình Hoà', 'Bình Hòa Phước'], 'binh hoa')).toEqual(['Bình Hòa', 'Bình Hoà']);
  });

  it('an unknown place name matches nothing, and an empty input matches everything', () => {
    expect(matchPlaceNames(CITIES, 'Bogor')).toEqual([]);
    expect(matchPlaceNames(CITIES, ' ')).toEqual(CITIES);
  });

  it('any substring of a name matches it, and matches are in the order of the names', () => {
    const name = fc.string({ unit: fc.constantFrom(...'aãbđ ện臺'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), name, (names, text) => {
        const found = matchPlaceNames(names, text);
        expect(found).toEqual(names.filter(known => found.includes(known)));
        const wanted = fold(text);
        expect(found.length > 0).toBe(names.some(known => fold(known).includes(wanted)));
        expect(found.every(known => fold(known).includes(wanted))).toBe(true);
      }),
    );
  });
});
