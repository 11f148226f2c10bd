import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { middleCut } from './middleCut.ts';
import { headingWidth, linesOf, textWidth } from './textWidth.ts';

const shown = (text: string, room: number, lines: number): string => {
  const made = middleCut(text, room, lines);
  return made ? `${made[0]}…${made[2]}` : text;
};

describe('truncating text that is too long for its column', () => {
  it('long text is truncated in the middle, so that names that differ only at the end remain distinguishable', () => {
    expect(shown('Kabupaten Maluku Tengah', 160, 1)).toMatch(/^Kab\w*… Maluku Tengah$/);
    const cities = ['Tengah', 'Barat', 'Tenggara'].map(end => shown(`Kabupaten Maluku ${end}`, 120, 1));
    expect(new Set(cities).size).toBe(3);
    for (const [at, end] of ['Tengah', 'Barat', 'Tenggara'].entries())
      expect(cities[at]).toMatch(new RegExp(`${end}$`));
    const jakarta = shown('Kabupaten Administrasi Kepulauan Seribu', 92, 2);
    expect(jakarta).toMatch(/^Kab.*….*Seribu$/);
    expect(jakarta).not.toBe(shown('Kota Administrasi Jakarta Pusat', 92, 2));
  });

  it('text that fits on the available lines is not truncated', () => {
    expect(middleCut('Kabupaten Maluku', 200, 1)).toBeNull();
    expect(middleCut('Kabupaten Maluku', 90, 2)).toBeNull();
    expect(middleCut('Kabupaten Maluku', 90, 1)).not.toBeNull();
  });

  it('truncation loses no characters: start, middle and end add up to the text, and the visible part fits', () => {
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

describe('text width', () => {
  it('a heading with several words wraps onto two lines', () => {
    expect(headingWidth('Support COD Pickup')).toBeLessThan(textWidth('Support COD Pickup') * 0.7);
    expect(headingWidth('Street')).toBeLessThanOrEqual(textWidth('Street'));
  });

  it('a word that is wider than the column is split across lines', () => {
    expect(linesOf('mmmmmmmmmm', 50)).toBeGreaterThan(1);
    expect(linesOf('a b', 1000)).toBe(1);
  });
});
