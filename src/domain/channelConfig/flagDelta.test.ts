import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNEL_BIT, withBit } from '../flags.ts';
import { applyFlagDelta, flagDelta, flagDeltaProblem, NAMED_BITS } from './flagDelta.ts';

/** A flag with its named bits cleared. */
const unnamedOf = (flag: bigint): bigint => NAMED_BITS.reduce((rest, bit) => withBit(rest, bit, false), flag);

const anyFlag = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
/** A flag, and the same flag with any of its named bits changed. */
const twoFlags = fc
  .tuple(anyFlag, fc.array(fc.tuple(fc.constantFrom(...NAMED_BITS), fc.boolean())))
  .map(([before, sets]) => ({
    before,
    after: sets.reduce((flag, [bit, on]) => withBit(flag, bit, on), before),
  }));

describe('the delta of a flag (CHC-37, G49)', () => {
  it.each([
    { before: 0n, after: 1n << 62n, set0: [], set1: [62] },
    { before: 1n << 62n, after: 0n, set0: [62], set1: [] },
    { before: (1n << 4n) | (1n << 32n), after: (1n << 4n) | (1n << 33n), set0: [32], set1: [33] },
    { before: 5n, after: 5n, set0: [], set1: [] },
  ])('a flag delta clears the bits $set0 and sets the bits $set1', ({ before, after, set0, set1 }) => {
    expect(flagDelta(before, after)).toEqual({ set0, set1 });
  });

  it('applying the delta between two flags to the first yields the second', () => {
    fc.assert(
      fc.property(twoFlags, ({ before, after }) => {
        expect(applyFlagDelta(flagDelta(before, after), before)).toBe(after);
      }),
    );
  });

  it('a flag delta contains only named bits, even if unnamed bits differ', () => {
    fc.assert(
      fc.property(anyFlag, anyFlag, (before, after) => {
        const { set0, set1 } = flagDelta(before, after);
        expect([...set0, ...set1].every(bit => NAMED_BITS.includes(bit))).toBe(true);
      }),
    );
  });

  it('applying a flag delta never changes an unnamed bit', () => {
    fc.assert(
      fc.property(anyFlag, anyFlag, anyFlag, (before, after, present) => {
        const changed = applyFlagDelta(flagDelta(before, after), present);
        expect(unnamedOf(changed)).toBe(unnamedOf(present));
      }),
    );
  });

  it('a flag delta with bits up to 62 survives a JSON round trip', () => {
    fc.assert(
      fc.property(twoFlags, ({ before, after }) => {
        const sent = JSON.parse(JSON.stringify(flagDelta(before, after))) as ReturnType<typeof flagDelta>;
        expect(applyFlagDelta(sent, before)).toBe(after);
      }),
    );
  });

  it.each([
    { set0: [], set1: [5], problem: 'bit 5 has no name, so it is never changed' },
    { set0: [63], set1: [], problem: 'bit 63 has no name, so it is never changed' },
    { set0: [CHANNEL_BIT.cod], set1: [CHANNEL_BIT.cod], problem: 'bit 4 cannot be set to 0 and to 1 at once' },
    { set0: [CHANNEL_BIT.sod], set1: [CHANNEL_BIT.cod], problem: null },
  ])('for a delta that clears $set0 and sets $set1, the problem is: $problem', ({ problem, ...delta }) => {
    expect(flagDeltaProblem(delta)).toBe(problem);
  });
});
