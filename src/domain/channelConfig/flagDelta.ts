import { CHANNEL_BIT, hasBit, withBit } from '../flags.ts';

/**
 * A change to a channel's flag as it is sent (channels spec 4, 7.1; CHC-37, G49): the numbers of the bits to clear and
 * of the bits to set. The flag is never sent as a whole, so that unnamed bits stay unchanged.
 */
export interface FlagDelta {
  readonly set0: readonly number[];
  readonly set1: readonly number[];
}

/** Named bits of the channel flag, lowest first. */
export const NAMED_BITS: readonly number[] = Object.values(CHANNEL_BIT).toSorted((a, b) => a - b);

const NAMED: ReadonlySet<number> = new Set(NAMED_BITS);
const isNamed = (bit: number): boolean => NAMED.has(bit);

/** The set bits of a channel flag that have no name, lowest first. */
export const unnamedBits = (flag: bigint): number[] =>
  Array.from({ length: 64 }, (_, bit) => bit).filter(bit => !isNamed(bit) && hasBit(flag, bit));

/** The named bits that differ between two flags; differences in unnamed bits are ignored. */
export const flagDelta = (before: bigint, after: bigint): FlagDelta => {
  const changed = before ^ after;
  const [set0, set1]: [number[], number[]] = [[], []];
  if (changed === 0n) return { set0, set1 };
  for (const bit of NAMED_BITS) if (hasBit(changed, bit)) (hasBit(after, bit) ? set1 : set0).push(bit);
  return { set0, set1 };
};

/** The flag after applying a delta. Bits outside the delta stay unchanged. */
export const applyFlagDelta = ({ set0, set1 }: FlagDelta, before: bigint): bigint =>
  set1.reduce(
    (flag, bit) => withBit(flag, bit, true),
    set0.reduce((flag, bit) => withBit(flag, bit, false), before),
  );

/** Why a delta cannot be applied: it contains an unnamed bit, or sets and clears the same bit. Null if it can. */
export function flagDeltaProblem({ set0, set1 }: FlagDelta): string | null {
  const unnamed = [...set0, ...set1].find(bit => !isNamed(bit));
  if (unnamed !== undefined) return `bit ${unnamed} has no name, so it is never changed`;
  const both = set0.find(bit => set1.includes(bit));
  return both === undefined ? null : `bit ${both} cannot be set to 0 and to 1 at once`;
}
