import { describe, expect, it } from 'vitest';
import { closest, similar } from './closest.ts';

const CITIES = ['Kota Bandung', 'Kabupaten Bandung', 'Kabupaten Bandung Barat', 'Kota Bogor', 'Kota Depok'];

describe('finding the closest name', () => {
  it('the closest name is the one with the smallest edit distance', () => {
    expect(closest('Kota Bandng', CITIES)).toBe('Kota Bandung');
    expect(closest('Atlantis', CITIES)).toBeNull();
  });

  it('the closest name may contain extra words', () => {
    expect(closest('Bogr', CITIES)).toBe('Kota Bogor');
    expect(closest('depok', CITIES)).toBe('Kota Depok');
    expect(similar('Depok', CITIES)).toEqual(['Kota Depok']);
  });

  it('if several names are equally close, closest returns none and similar lists all of them', () => {
    expect(closest('Bandng', CITIES)).toBeNull();
    expect(similar('Bandng', CITIES)).toEqual(['Kota Bandung', 'Kabupaten Bandung', 'Kabupaten Bandung Barat']);
    expect(similar('Atlantis', CITIES)).toEqual([]);
    // A short word is close to too many names.
    expect(similar('Ko', CITIES)).toEqual([]);
  });
});
