import { describe, expect, it } from 'vitest';
import { namesakeOf, PLACE_NAME_MOST, placeNameProblem, renamingProblem, tidyPlaceName } from './placeName.ts';

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

  it.each([
    ['MY', 0, 'Selangor', 'Selangor Darul Ehsan', 'Selangor'],
    ['MY', 0, 'Selangor', 'Johor', 'Selangor'],
    ['MY', 0, 'Selangor', 'All', 'Selangor'],
    ['MY', 0, 'Penang', 'Pinang', 'Pulau Pinang'],
    ['MY', 0, 'Selangor', 'SELANGOR', null],
    ['MY', 0, 'Pulau Pinang', 'Penang', null],
    ['MY', 0, 'WP Kuala Lumpur', 'Kuala Lumpur', null],
    // A name that no schedule knows loses nothing, and may become one that schedules know.
    ['MY', 0, 'Selangor DE', 'Selangor', null],
    ['MY', 0, 'Selangor DE', 'Selangor Darul Ehsan', null],
    ['MY', 2_000_001, 'Kuala Lumpur', 'Ibu Kota', null],
    ['SG', 0, 'Johor', 'Central Region', null],
  ] as const)(
    'in %s, a place below %d may be renamed from %s to %s: must stay %s',
    (country, parentId, name, to, kept) => {
      expect(renamingProblem(country, { parentId, name }, to)).toBe(
        kept === null
          ? null
          : `Name must stay ${kept}, because non-working days list the weekends and holidays of this state under that name`,
      );
    },
  );

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
