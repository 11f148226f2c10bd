import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { middleCut } from './middleCut.ts';
import { headingWidth, linesOf, textWidth } from './textWidth.ts';

const shown = (text: string, room: number, lines: number): string => {
  const made = middleCut(text, room, lines);
  return made ? `${made[0]}…${made[2]}` : text;
};

describe('a text that is too long for its column', () => {
  it('a long text is cut in its middle, so that names with different ends are distinguished', () => {
    expect(shown('Kabupaten Maluku Tengah', 160, 1)).toMatch(/^Kab\w*… Maluku Tengah$/);
    const cities = ['Tengah', 'Barat', 'Tenggara'].map(end => shown(`Kabupaten Maluku ${end}`, 120, 1));
    expect(new Set(cities).size).toBe(3);
    for (const [at, end] of ['Tengah', 'Barat', 'Tenggara'].entries())
      expect(cities[at]).toMatch(new RegExp(`${end}$`));
    const jakarta = shown('Kabupaten Administrasi Kepulauan Seribu', 92, 2);
    expect(jakarta).toMatch(/^Kab.*….*Seribu$/);
    expect(jakarta).not.toBe(shown('Kota Administrasi Jakarta Pusat', 92, 2));
  });

  it('a text stays whole if it fits, in as many lines as there are', () => {
    expect(middleCut('Kabupaten Maluku', 200, 1)).toBeNull();
    expect(middleCut('Kabupaten Maluku', 90, 2)).toBeNull();
    expect(middleCut('Kabupaten Maluku', 90, 1)).not.toBeNull();
  });

  it('no letter is lost: beginning, middle and end are the text, and the shown part fits', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aeilmnkurtwKMT'), minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 60, max: 200 }),
        fc.integer({ min: 1, max: 2 }),
        (words, room, lines) => {
          const text = words.join(' ');
          const made = middleCut(text, room, lines);
          if (!made) return;
          expect(made.join('')).toBe(text);
          expect(made[1].length).toBeGreaterThanOrEqual(2);
          expect(linesOf(`${made[0]}…${made[2]}`, room)).toBeLessThanOrEqual(lines);
        },
      ),
    );
  });
});

describe('widths of texts', () => {
  it('a heading of several words takes two lines', () => {
    expect(headingWidth('Support COD Pickup')).toBeLessThan(textWidth('Support COD Pickup') * 0.7);
    expect(headingWidth('Street')).toBeLessThanOrEqual(textWidth('Street'));
  });

  it('a word that is wider than the column is broken', () => {
    expect(linesOf('mmmmmmmmmm', 50)).toBeGreaterThan(1);
    expect(linesOf('a b', 1000)).toBe(1);
  });
});
