import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasBit, withBit } from '../flags.ts';
import { NO, YES } from '../serviceableChoices.ts';
import { applyFlagDelta, flagDelta, NAMED_BITS } from './flagDelta.ts';
import {
  flagSettings,
  hasBothLists,
  nameListOf,
  permissionChanges,
  settingsOfBits,
  unnamedPermission,
  withFlagDelta,
  withNameList,
  withPermissions,
  withSettings,
  type FlagSettings,
} from './flagSettings.ts';
import { NAME_LIST } from './choices.ts';

/** A flag with its named bits cleared. */
const unnamedOf = (flag: bigint): bigint => NAMED_BITS.reduce((rest, bit) => withBit(rest, bit, false), flag);

const word = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
const yesNo = fc.constantFrom(NO, YES);
const settings: fc.Arbitrary<FlagSettings> = fc.record({
  tracking: yesNo,
  pickup: yesNo,
  dropoff: yesNo,
  cod: yesNo,
  cod_toggle: yesNo,
  shop_cod_whitelist: yesNo,
  sod: yesNo,
  buyer_whitelist: yesNo,
  preferred_delivery_time: yesNo,
  delivery_instructions: yesNo,
  leave_parcel: yesNo,
  shop_cod_blacklist: yesNo,
  name_list: fc.constantFrom(NAME_LIST.none, NAME_LIST.whitelist, NAME_LIST.blacklist),
});
const flags = fc.record({ flag: word, delivery: fc.integer({ min: 0, max: 255 }), permission: word });

describe('settings stored in flags (channels spec 3)', () => {
  it.each([
    ['tracking', 11],
    ['pickup', 22],
    ['dropoff', 23],
    ['cod', 4],
    ['cod_toggle', 58],
    ['shop_cod_whitelist', 59],
    ['sod', 62],
    ['buyer_whitelist', 34],
  ] as const)('the setting %s is bit %i of the channel flag', (name, bit) => {
    const none = { flag: 0n, delivery: 0, permission: 0n };
    expect(flagSettings({ ...none, flag: 1n << BigInt(bit) })[name]).toBe(YES);
    expect(withSettings(none, { [name]: YES }).flag).toBe(1n << BigInt(bit));
  });

  it.each([
    ['preferred_delivery_time', 0],
    ['delivery_instructions', 1],
    ['leave_parcel', 2],
  ] as const)('the setting %s is bit %i of the delivery flag', (name, bit) => {
    const none = { flag: 0n, delivery: 0, permission: 0n };
    expect(withSettings(none, { [name]: YES })).toEqual({ ...none, delivery: 1 << bit });
    expect(flagSettings({ ...none, delivery: 7 ^ (1 << bit) })[name]).toBe(NO);
  });

  it('the shop COD blacklist is bit 1 of the permission flag (CHC-22)', () => {
    const none = { flag: 0n, delivery: 0, permission: 0n };
    expect(withSettings(none, { shop_cod_blacklist: YES })).toEqual({ ...none, permission: 2n });
  });

  it('settings survive a round trip through the flags, and unnamed bits are preserved', () => {
    fc.assert(
      fc.property(flags, settings, (before, wanted) => {
        const after = withSettings(before, wanted);
        expect(flagSettings(after)).toEqual(wanted);
        expect(unnamedOf(after.flag)).toBe(unnamedOf(before.flag));
        expect(after.delivery & ~7).toBe(before.delivery & ~7);
        expect(after.permission & ~2n).toBe(before.permission & ~2n);
      }),
    );
  });

  it('applying the delta between two sets of settings to the first yields the second', () => {
    fc.assert(
      fc.property(flags, settings, (before, wanted) => {
        const after = withSettings(before, wanted);
        expect(applyFlagDelta(flagDelta(before.flag, after.flag), before.flag)).toBe(after.flag);
        expect(withPermissions(before.permission, permissionChanges(before.permission, after.permission))).toBe(
          after.permission,
        );
      }),
    );
  });

  it('settings that are omitted leave the flags unchanged', () => {
    fc.assert(
      fc.property(flags, before => {
        expect(withSettings(before, {})).toEqual(before);
      }),
    );
  });
});

describe('selecting a name list (CHC-26, CHC-27)', () => {
  const bit = (...bits: number[]) => bits.reduce((flag, own) => flag | (1n << BigInt(own)), 0n);

  it.each([
    { before: bit(), mode: NAME_LIST.whitelist, after: bit(32) },
    { before: bit(33), mode: NAME_LIST.whitelist, after: bit(32) },
    { before: bit(32), mode: NAME_LIST.blacklist, after: bit(33) },
    { before: bit(32), mode: NAME_LIST.none, after: bit() },
    { before: bit(32, 33), mode: NAME_LIST.none, after: bit() },
    { before: bit(32, 33, 34), mode: NAME_LIST.blacklist, after: bit(33, 34) },
  ])('selecting $mode changes the flag from $before to $after', ({ before, mode, after }) => {
    expect(withNameList(before, mode)).toBe(after);
    expect(nameListOf(after)).toBe(mode);
  });

  it('selecting a name list never leaves both lists set, and does not change other bits', () => {
    const mode = fc.constantFrom(NAME_LIST.none, NAME_LIST.whitelist, NAME_LIST.blacklist);
    fc.assert(
      fc.property(word, mode, (before, wanted) => {
        const after = withNameList(before, wanted);
        expect(hasBit(after, 32) && hasBit(after, 33)).toBe(false);
        expect(after & ~(3n << 32n)).toBe(before & ~(3n << 32n));
      }),
    );
  });
});

describe('[bit, value] pairs for the permission flag (CHC-41)', () => {
  it('[bit, value] pairs are applied to the permission flag in order', () => {
    expect(
      withPermissions(0n, [
        [1, YES],
        [1, NO],
      ]),
    ).toBe(0n);
  });
  it('the shop COD blacklist is the only named bit of the permission flag', () => {
    expect(unnamedPermission([[1, YES]])).toBeNull();
    expect(
      unnamedPermission([
        [1, YES],
        [3, NO],
      ]),
    ).toBe(3);
  });
});

describe('applying a delta to the channel flag', () => {
  const bit = (...bits: number[]) => bits.reduce((flag, own) => flag | (1n << BigInt(own)), 0n);
  it.each<[string, bigint, { set0?: number[]; set1?: number[] }, bigint]>([
    ['turning on the blacklist clears the whitelist (CHC-27)', bit(32, 5), { set1: [33] }, bit(33, 5)],
    ['turning on the whitelist clears the blacklist (CHC-27)', bit(33, 62), { set1: [32] }, bit(32, 62)],
    ['both lists can be cleared', bit(32), { set0: [32, 33] }, 0n],
    ['other bits stay unchanged (G49)', bit(0, 1, 32, 60), { set1: [11] }, bit(0, 1, 11, 32, 60)],
  ])('applying a delta to the channel flag: %s', (_what, flag, delta, after) => {
    expect(withFlagDelta(flag, { set0: [], set1: [], ...delta })).toBe(after);
  });

  it('applying a delta never leaves both lists set, unless the delta sets both', () => {
    const bits = fc.uniqueArray(fc.integer({ min: 0, max: 62 }));
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }), bits, bits, (flag, set0, set1) => {
        fc.pre(!hasBothLists(own => set1.includes(own)) && !hasBothLists(own => (flag & bit(own)) !== 0n));
        const after = withFlagDelta(flag, { set0, set1 });
        expect(hasBothLists(own => (after & bit(own)) !== 0n)).toBe(false);
      }),
    );
  });

  it('settingsOfBits maps both list bits to a single setting and skips unnamed bits', () => {
    expect(settingsOfBits([62, 32, 33, 5, 11])).toEqual(['sod', 'name_list', 'tracking']);
  });
});
