import { describe, expect, it } from 'vitest';
import { recordNumber } from './recordNumber.ts';

describe('numbers derived from records', () => {
  it('a record’s number is the same on all machines and in all releases, because databases store it', () => {
    expect(recordNumber([10023, 0, 1000001, 1000200])).toBe(recordNumber([10023, 0, 1000001, 1000200]));
    expect([recordNumber([10023, 0, 1000001, 1000200]), recordNumber([1, 2]), recordNumber([12])]).toEqual([
      4374007614515510, 8545370938136130, 7960748174427055,
    ]);
  });

  it('a million similar records have distinct numbers, and JSON can represent all of them exactly', () => {
    const seen = new Set<number>();
    for (let from = 0; from < 1000; from++) {
      for (let to = 0; to < 1000; to++) seen.add(recordNumber([10023, 0, 1_000_000 + from, 1_000_000 + to]));
    }
    expect(seen.size).toBe(1_000_000);
    for (const number of [...seen].slice(0, 1000)) {
      expect(Number.isSafeInteger(number)).toBe(true);
      expect(number).toBeGreaterThan(0);
    }
    // The numbers are spread over the whole range, so the upper bits are used, too.
    expect([...seen].filter(number => number > 2 ** 52).length / seen.size).toBeCloseTo(0.5, 1);
  });
});
