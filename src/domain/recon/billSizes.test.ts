import { describe, expect, it } from 'vitest';
import { readSides, sidesOf, sidesText } from './billSizes.ts';

describe('sizes in a supplier’s file', () => {
  const CM = { decimalMark: '.', sizeUnit: 'cm' } as const;

  it.each([
    [
      ['30', '20', '10.5'],
      [300, 200, 105],
    ],
    [
      [30, 20, 10.5],
      [300, 200, 105],
    ],
    [
      ['30 cm', '200mm', '0.1 m'],
      [300, 200, 100],
    ],
    [
      ['10 in', '10 inches', '10'],
      [254, 254, 100],
    ],
    [
      ['30 x 20 x 10', '', ''],
      [300, 200, 100],
    ],
    [
      ['30x20×10 cm', '', ''],
      [300, 200, 100],
    ],
    [
      ['300*200*100mm', '', ''],
      [300, 200, 100],
    ],
    [
      ['30cm x 20cm x 10cm', '5', '5'],
      [300, 200, 100],
    ],
    [
      ['10 x 20 x 30 in.', '', ''],
      [254, 508, 762],
    ],
    [['30', '20', ''], null],
    [['30', '20', '0'], null],
    [['-', 'N/A', '--'], null],
    [['\u2010', '\u2212', '\u2014'], null],
    [['', '', ''], null],
    [
      ['10000', '10000', '10000'],
      [100_000, 100_000, 100_000],
    ],
  ] as const)('%j in centimeters is read as %j millimeters', (cells, sides) =>
    expect(readSides(cells, CM)).toEqual(sides),
  );

  it('the decimal mark and the unit are those of the layout', () => {
    expect(readSides(['1.250,5', '20', '10'], { decimalMark: ',', sizeUnit: 'mm' })).toEqual([1251, 20, 10]);
    expect(readSides(['12', '10', '4'], { decimalMark: '.', sizeUnit: 'in' })).toEqual([305, 254, 102]);
  });

  it.each([
    [['wide', '20', '10'], 'wide', 'is not a size'],
    [['30', '-5', '10'], '-5', 'is not a size'],
    [['30', '20', '10 kg'], '10 kg', 'is not a size'],
    [['30 x 20', '', ''], '30 x 20', 'is not a size'],
    [['30', '20', '10000.1'], '10000.1', 'is longer than any parcel'],
  ] as const)('%j is refused because "%s" %s', (cells, cell, problem) =>
    expect(readSides(cells, CM)).toEqual({ cell, problem }),
  );

  it('sizes are shown in centimeters, if all three are known', () => {
    expect(sidesText([300, 205, 1])).toBe('30 x 20.5 x 0.1');
    expect(sidesOf({ length: 300, width: 200, height: 100 })).toEqual([300, 200, 100]);
    expect(sidesOf({ length: 300, width: null, height: 100 })).toBeNull();
  });
});
