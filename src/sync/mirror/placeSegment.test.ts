import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOfRow, packPlaces, placeBytes } from './placeSegment.ts';

const NAME = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'São Paulo', '臺北市', 'กรุงเทพมหานคร', '🏝'));

describe('a packed segment of locations', () => {
  it('packing a segment preserves all values of all rows', () => {
    const place = fc.record({
      locationId: fc.nat(Number.MAX_SAFE_INTEGER),
      name: NAME,
      parentId: fc.nat(Number.MAX_SAFE_INTEGER),
      level: fc.nat(3),
      postcode: fc.constantFrom('', '00123', '40115', '4012-A'),
      version: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    });
    fc.assert(
      fc.property(fc.array(place), rows => {
        const packed = packPlaces(
          Object.fromEntries(
            (['locationId', 'name', 'parentId', 'level', 'postcode', 'version'] as const).map(name => [
              name,
              rows.map(row => row[name]),
            ]),
          ),
        );
        const read = rows.map((_, row) => ({
          locationId: packed.ids[row],
          name: nameOfRow(packed, row),
          parentId: packed.parentIds[row],
          level: packed.levels[row],
          postcode: packed.postcodeTexts[packed.postcodes[row] as number],
          version: packed.versions[row],
        }));
        expect(read).toEqual(rows);
        expect(packed.postcodeTexts.length).toBe(new Set(rows.map(({ postcode }) => postcode)).size);
      }),
    );
  });

  it("values missing from the server's segment are filled in", () => {
    const packed = packPlaces({ locationId: [7, 8], name: ['A', 'B'] });
    expect([packed.versions[1], packed.levels[1], packed.parentIds[1]]).toEqual([1, 0, 0]);
    expect(nameOfRow(packed, 1)).toBe('B');
    expect(placeBytes(packed)).toBeGreaterThan(2 * 8);
  });
});
