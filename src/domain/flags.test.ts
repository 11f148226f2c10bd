import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNEL_BIT, fromWords, hasBit, serviceMode, toWords, withBit } from './flags.ts';

const flag = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
const bit = fc.integer({ min: 0, max: 62 });

describe('the channel flag (G48, G49)', () => {
  it('a flag survives a round trip through two words', () => {
    fc.assert(
      fc.property(flag, value => {
        expect(fromWords(toWords(value))).toBe(value);
      }),
    );
  });

  it('the two words of a flag survive a JSON round trip', () => {
    fc.assert(
      fc.property(flag, value => {
        const words = JSON.parse(JSON.stringify(toWords(value))) as [number, number];
        expect(words.every(word => Number.isInteger(word) && word >= 0 && word <= 0xffff_ffff)).toBe(true);
        expect(fromWords(words)).toBe(value);
      }),
    );
  });

  it('the low word comes first in the wire format', () => {
    expect(toWords(1n)).toEqual([1, 0]);
    expect(toWords(1n << 32n)).toEqual([0, 1]);
    expect(toWords(1n << 62n)).toEqual([0, 0x4000_0000]);
    expect(toWords((1n << 31n) | (1n << 63n))).toEqual([0x8000_0000, 0x8000_0000]);
  });

  it('two signed words are converted to the correct flag', () => {
    expect(fromWords([-1, 0])).toBe(0xffff_ffffn);
    expect(fromWords([0, -0x8000_0000])).toBe(1n << 63n);
  });

  it('withBit changes only the given bit', () => {
    fc.assert(
      fc.property(flag, bit, fc.boolean(), (value, at, on) => {
        const changed = withBit(value, at, on);
        expect(hasBit(changed, at)).toBe(on);
        expect(changed ^ value).toBe(hasBit(value, at) === on ? 0n : 1n << BigInt(at));
      }),
    );
  });

  it.each(Object.entries(CHANNEL_BIT))('the channel flag has a separate bit for %s', (_, at) => {
    expect(hasBit(1n << BigInt(at), at)).toBe(true);
    expect(Object.values(CHANNEL_BIT).filter(other => hasBit(1n << BigInt(at), other))).toEqual([at]);
  });

  it('serviceMode reads bits 22 and 23 in the order used by the specification', () => {
    const modeOf = (pickup: boolean, dropoff: boolean) => serviceMode(withBit(withBit(1n, 22, pickup), 23, dropoff));
    expect([modeOf(false, false), modeOf(false, true), modeOf(true, false), modeOf(true, true)]).toEqual([
      '00',
      '01',
      '10',
      '11',
    ]);
  });
});
