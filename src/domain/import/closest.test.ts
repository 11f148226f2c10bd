import { describe, expect, it } from 'vitest';
import { closest, similar } from './closest.ts';

const CITIES = ['Kota Bandung', 'Kabupaten Bandung', 'Kabupaten Bandung Barat', 'Kota Bogor', 'Kota Depok'];

describe('what was probably meant', () => {
  it('is the one that is fewest edits apart', () => {
    expect(closest('Kota Bandng', CITIES)).toBe('Kota Bandung');
    expect(closest('Atlantis', CITIES)).toBeNull();
  });

  it('may be a name in which other words are before or after it', () => {
    expect(closest('Bogr', CITIES)).toBe('Kota Bogor');
    expect(closest('depok', CITIES)).toBe('Kota Depok');
    expect(similar('Depok', CITIES)).toEqual(['Kota Depok']);
  });

  it('is not guessed where several are as near; they are all named', () => {
    expect(closest('Bandng', CITIES)).toBeNull();
    expect(similar('Bandng', CITIES)).toEqual(['Kota Bandung', 'Kabupaten Bandung', 'Kabupaten Bandung Barat']);
    expect(similar('Atlantis', CITIES)).toEqual([]);
    // A short word is near to too much.
    expect(similar('Ko', CITIES)).toEqual([]);
  });
});
