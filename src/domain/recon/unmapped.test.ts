import { describe, expect, it } from 'vitest';
import { FURTHER_CHARGES, UNMAPPED_MOST, withUnmapped } from './unmapped.ts';

describe('charges of a bill that no kind is known of', () => {
  it('are counted by name over all slices of its files', () => {
    const first = withUnmapped({}, [
      { name: 'constructor', amount: 5n },
      { name: 'Toll', amount: 7n },
    ]);
    expect(withUnmapped(first, [{ name: 'Toll', amount: -2n }])).toEqual({
      constructor: { count: 1, amount: '5' },
      Toll: { count: 2, amount: '5' },
    });
  });

  it('have a bounded number of names, and no charge is left out of the sums', () => {
    const charges = Array.from({ length: 1_000 }, (_, at) => ({ name: `Charge ${at}`, amount: 1n }));
    const found = withUnmapped(withUnmapped({}, charges.slice(0, 500)), charges.slice(500));
    expect(Object.keys(found)).toHaveLength(UNMAPPED_MOST + 1);
    expect(found[FURTHER_CHARGES]).toEqual({ count: 800, amount: '800' });
    expect(Object.values(found).reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  });
});
