import { describe, expect, it } from 'vitest';
import { namesakeOf, PLACE_NAME_MOST, placeNameProblem, tidyPlaceName } from './placeName.ts';

describe('validating and storing a place’s name', () => {
  it.each([
    ['Coblong', 'Coblong'],
    ['  Coblong  ', 'Coblong'],
    ['Bandung\u00a0 Barat', 'Bandung Barat'],
    ['Bandung\t\nBarat', 'Bandung Barat'],
    ['Ban\u200bdung', 'Bandung'],
    ['\ufeffĐà Nẵng', 'Đà Nẵng'],
    ['Ｃoblong', 'Ｃoblong'],
    ['臺北市', '臺北市'],
    [' \u3000 ', ''],
  ])('the place name %j is stored as %j', (typed, stored) => {
    expect(tidyPlaceName(typed)).toBe(stored);
    // Tidying the result changes nothing.
    expect(tidyPlaceName(stored)).toBe(stored);
  });

  it.each([
    ['Coblong', null],
    ['7', null],
    ['ท่าช้าง', null],
    ['Ujung & <Pandang>', null],
    ["Ma'u-Da (II)", null],
    ['x'.repeat(PLACE_NAME_MOST), null],
    ['', 'Name is required'],
    ['x'.repeat(PLACE_NAME_MOST + 1), 'Name must have at most 100 characters'],
    ['a\0b', 'Name has a character that cannot be stored'],
    ['a\ud800b', 'Name has a character that cannot be stored'],
    ['a\u0007b', 'Name has a character that cannot be stored'],
    ['-', 'Name must have a letter or a digit'],
    ['\u0301', 'Name must have a letter or a digit'],
  ])('for the place name %j, the error message is: %s', (name, problem) => {
    expect(placeNameProblem(name)).toBe(problem);
  });

  it('a place’s name must be unique under its parent, ignoring accents and case', () => {
    const siblings = [
      { locationId: 1, name: 'Séría' },
      { locationId: 2, name: 'Coblong' },
      { locationId: 3, name: '臺北' },
    ];
    expect(namesakeOf(siblings, 2, 'SERIA')?.locationId).toBe(1);
    expect(namesakeOf(siblings, 2, '台北')?.locationId).toBe(3);
    expect(namesakeOf(siblings, 2, 'COBLONG')).toBeUndefined();
    expect(namesakeOf(siblings, 2, 'Seria Barat')).toBeUndefined();
    expect(namesakeOf([], 2, 'Seria')).toBeUndefined();
  });
});
