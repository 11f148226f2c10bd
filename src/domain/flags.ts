/**
 * Channel flags have bits up to 62 (channels spec 3), so a flag is a bigint in code and two 32-bit words on the wire,
 * low word first (decision G48). It is never a JSON number, which would lose bits above 2^53.
 */

export type FlagWords = readonly [low: number, high: number];

/** Named bits of the channel flag (channels spec 3, "Flag bits"). */
export const CHANNEL_BIT = {
  tracking: 11,
  pickup: 22,
  dropoff: 23,
  cod: 4,
  whitelist: 32,
  blacklist: 33,
  buyerWhitelist: 34,
  codToggle: 58,
  shopCodWhitelist: 59,
  sod: 62,
} as const;

/** Bits of a channel's delivery flag (channels spec 3, "Preference"). */
export const DELIVERY_BIT = { time: 0, instructions: 1, leaveParcel: 2 } as const;

/** Bits of a channel's permission flag (channels spec 3). */
export const PERMISSION_BIT = { shopCodBlacklist: 1 } as const;

const WORD = 0xffff_ffffn;

/** Each bit as a bigint, precomputed because creating a bigint costs more than everything else when reading a flag. */
const BITS: readonly bigint[] = Array.from({ length: 64 }, (_, bit) => 1n << BigInt(bit));
const bitOf = (bit: number): bigint => BITS[bit] ?? 1n << BigInt(bit);

export const hasBit = (flag: bigint, bit: number): boolean => (flag & bitOf(bit)) !== 0n;

/** Sets or clears one bit; no other bit changes (G49). */
export const withBit = (flag: bigint, bit: number, on: boolean): bigint =>
  on ? flag | bitOf(bit) : flag & ~bitOf(bit);

export const toWords = (flag: bigint): FlagWords => [Number(flag & WORD), Number((flag >> 32n) & WORD)];

export const fromWords = ([low, high]: FlagWords): bigint => BigInt(low >>> 0) | (BigInt(high >>> 0) << 32n);

/**
 * Service mode, written like bits 22 and 23 in the specification: '10' pickup, '01' dropoff, '11' both, '00' neither.
 */
export type ServiceMode = '00' | '01' | '10' | '11';

export const serviceMode = (flag: bigint): ServiceMode =>
  `${hasBit(flag, CHANNEL_BIT.pickup) ? 1 : 0}${hasBit(flag, CHANNEL_BIT.dropoff) ? 1 : 0}` as ServiceMode;
