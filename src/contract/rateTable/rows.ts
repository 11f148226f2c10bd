import * as z from 'zod/mini';
import { CURRENCY_CODES } from '../../domain/currency.ts';
import {
  AREA_KINDS,
  BASES,
  EXTRA_TYPES,
  FEE_LINES,
  isPlaceName,
  PARTS,
  type PartRow,
  type Part,
} from '../../domain/rates/rows.ts';
import { AMOUNT_MOST, INT4_MOST, LEVEL_MOST, SHARE_MOST } from '../../domain/rates/rowRules.ts';
import { MOST_GRAMS, MOST_MILLIMETERS } from '../../domain/rates/weightRule.ts';
import { lineText, recordId, version } from '../common.ts';

/**
 * Schemas of a rate table version's contents (RATE-13 to RATE-16; G96). Amounts are integers in units of 1/100000 of
 * the currency ("e5"), shares are in millionths (ppm), weights in grams, sizes in millimeters, volumes in cubic
 * centimeters. null means "not set" and is never the same as 0.
 */

export const CODE_MOST = 64;
export const NAME_MOST = 128;

export const amount = z.nullable(z.int().check(z.minimum(0), z.maximum(AMOUNT_MOST)));
/** An amount that is null if omitted. */
const orNone = z._default(amount, null);
const share = z.nullable(z.int().check(z.minimum(0), z.maximum(SHARE_MOST)));
const ppm = z._default(share, null);
/** A code without leading or trailing spaces and without the separator used in keys. */
export const areaCode = lineText(CODE_MOST).check(z.regex(/^[^\s/]([^/]*[^\s/])?$/, 'must be a code without /'));
/** Says what one end of an address is, after the name of its field. */
const PLACE_PROBLEM = 'must be empty, a country code, a location id or a range of CEPs, such as 01310000-01319999';
const place = z.string().check(z.maxLength(32), z.refine(isPlaceName, PLACE_PROBLEM));
const grams = z.int().check(z.minimum(0), z.maximum(MOST_GRAMS));
const volume = z.int().check(z.minimum(0), z.maximum(INT4_MOST));
const cep = z.int().check(z.minimum(0), z.maximum(99_999_999));
export const areaKind = z.enum(AREA_KINDS);

export const nameRow = z.object({ kind: areaKind, code: areaCode, name: lineText(NAME_MOST) });
/** Each end is '' (everywhere), a country, a location id, or a CEP range "01310000-01319999". */
export const addressRow = z.object({ kind: areaKind, origin: place, destination: place, code: areaCode });
export const feeRow = z.object({
  kind: areaKind,
  code: areaCode,
  start: grams,
  end: grams,
  fee: amount,
  /** The maximum sum of the three sides, if the weight rule has size tiers. */
  sides: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(3 * MOST_MILLIMETERS))), null),
});
/** An empty `code` stands for every zone, or every route, that has no rows of its own. */
export const volumeFeeRow = z.object({
  kind: areaKind,
  code: z.union([z.literal(''), areaCode]),
  start: volume,
  end: volume,
  fee: amount,
});
const percentFee = { fixed: orNone, ppm, min: orNone, max: orNone };
export const extraFeeRow = z.object({
  type: z.enum(EXTRA_TYPES),
  code: areaCode,
  name: lineText(NAME_MOST, 1),
  place,
  shopGroup: z.int().check(z.minimum(-1), z.maximum(INT4_MOST)),
  of: z.array(z.enum(BASES)).check(z.maxLength(BASES.length)),
  ...percentFee,
});
/** A change to an extra fee. Fields that are omitted for an existing fee stay unchanged. */
export const extraFeeChange = z.extend(extraFeeRow, {
  fixed: z.optional(amount),
  ppm: z.optional(share),
  min: z.optional(amount),
  max: z.optional(amount),
});
export type ExtraFeeChange = z.output<typeof extraFeeChange>;
const level = z.int().check(z.minimum(0), z.maximum(LEVEL_MOST));
export const cepLevelRow = z.object({ level, ppm, min: orNone, max: orNone });
export const cepRangeRow = z.object({ from: cep, to: cep, level });

/** The schema of each part's rows. */
export const ROW_SHAPES = {
  names: nameRow,
  addresses: addressRow,
  fees: feeRow,
  volumeFees: volumeFeeRow,
  extraFees: extraFeeRow,
  cepLevels: cepLevelRow,
  cepRanges: cepRangeRow,
} as const satisfies { [P in Part]: z.ZodMiniType<PartRow<P>> };

/**
 * A row as returned by reads, with its version, on which a change must be based (OB8). Rows of a submitted version
 * always have version 1.
 */
export const stored = <S extends z.core.$ZodLooseShape>(row: z.ZodMiniObject<S>) => z.extend(row, { version });

export const partName = z.enum(PARTS);
/** The key of a row within its version (`KEYS` of domain/rates/rows). */
export const rowKey = lineText(300, 1);

export const weightRule = z.object({
  sizeRounding: z.enum(['none', 'nearest', 'up']),
  divisor: z.int().check(z.minimum(1), z.maximum(100_000)),
  cubic: z.enum(['always', 'above', 'half', 'never']),
  threshold: grams,
  step: z.int().check(z.minimum(1), z.maximum(MOST_GRAMS)),
  rounding: z.enum(['up', 'nearest', 'tolerance']),
  tolerance: grams,
  minimum: grams,
  bound: z.enum(['above', 'below']),
  tiers: z.boolean(),
});
export const vat = z.object({
  mode: z.enum(['exclusive', 'inclusive', 'inside']),
  ppm: z.int().check(z.minimum(0), z.maximum(1_000_000)),
});
export const rateSettings = z.object({
  currency: z.enum(CURRENCY_CODES),
  esfArea: areaKind,
  asfArea: areaKind,
  weightRule,
  vat,
  taxable: z.readonly(z.array(z.enum(FEE_LINES)).check(z.maxLength(FEE_LINES.length))),
});

/** A change to the settings; omitted settings stay unchanged. */
export const settingsChange = z.object({
  currency: z.optional(z.enum(CURRENCY_CODES)),
  esfArea: z.optional(areaKind),
  asfArea: z.optional(areaKind),
  weightRule: z.optional(weightRule),
  vat: z.optional(vat),
  taxable: z.optional(z.readonly(z.array(z.enum(FEE_LINES)).check(z.maxLength(FEE_LINES.length)))),
});

/** The id of a version of a rate table ("base info"). */
export const versionId = recordId;
