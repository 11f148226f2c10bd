import * as z from 'zod/mini';
import { FEATURE } from '../../domain/permission.ts';
import { FEE_LINES, PARTS, type Part, type RowRef } from '../../domain/rates/rows.ts';
import type { Line, Quote } from '../../domain/rates/quote.ts';
import { AMOUNT_MOST } from '../../domain/rates/rowRules.ts';
import { MOST_GRAMS, MOST_MILLIMETERS } from '../../domain/rates/weightRule.ts';
import { cep, country, INT4_MOST, lineText, millis, parentId, recordId, stamp } from '../common.ts';
import { NAME_MOST, rateSettings, versionId } from './rows.ts';

/** Schemas of versions, parcels and quotes of rate tables (RATE-10 to RATE-18; G96). */

/** The two price families (FEE-1, G95), which have the same calls but separate data. */
export const FAMILIES = ['rate', 'thirdParty'] as const;
export type Family = (typeof FAMILIES)[number];

/** A family's base path, the id prefix of its calls, and the feature of its permissions (FEE-1, G95). */
export const FAMILY_BASE: Readonly<Record<Family, string>> = {
  rate: '/rate_table',
  thirdParty: '/rate_table/third-party-fee',
};
export const FAMILY_ID: Readonly<Record<Family, string>> = { rate: 'rateTable', thirdParty: 'thirdPartyFee' };
export const FAMILY_FEATURE: Readonly<Record<Family, string>> = {
  rate: FEATURE.rateTable,
  thirdParty: FEATURE.thirdPartyFee,
};

export const REMARK_MOST = 500;
export const versionName = lineText(NAME_MOST);
export const remark = lineText(REMARK_MOST);
/** Epoch seconds up to the year 9999. */
export const instant = z.int().check(z.minimum(1), z.maximum(253_402_300_799));

const partCounts = z.object(Object.fromEntries(PARTS.map(part => [part, z.int()])) as { [P in Part]: z.ZodMiniInt });

/** A version of a channel's rate table ("base info"). */
export const rateVersionRow = z.object({
  id: versionId,
  family: z.enum(FAMILIES),
  channelId: recordId,
  channelName: z.string(),
  country,
  /** Numbered from 1 within the channel and family. The number of a deleted draft is never used again. */
  versionNo: z.int(),
  name: z.string(),
  remark: z.string(),
  /**
   * The stored state: 0 Draft, 1 Submitted. All other states are derived from the current time when `status` is
   * computed (domain/rates/versions).
   */
  state: z.union([z.literal(0), z.literal(1)]),
  status: z.enum(['Draft', 'Submitted', 'Scheduled', 'Active', 'Expired']),
  /** The start of the version's validity, in epoch seconds; null if it has none. */
  activeFrom: z.nullable(z.int()),
  /**
   * The end of the version's period of validity (exclusive), given the current versions; null if no version follows.
   */
  activeUntil: z.nullable(z.int()),
  /** SHA-256 of its sealed file in hexadecimal; null for a draft. */
  hash: z.nullable(z.string()),
  bytes: z.nullable(z.int()),
  settings: rateSettings,
  rows: partCounts,
  /** The number of the version from which it was copied. */
  copyOf: z.nullable(z.int()),
  submittedBy: z.string(),
  submittedAt: z.nullable(z.int()),
  demo: z.boolean(),
  ...stamp,
});
export type RateVersionRow = z.output<typeof rateVersionRow>;

/** A channel in the product list, or one that has a rate table (RATE-11, RATE-18). */
export const rateChannelRow = z.object({
  channelId: recordId,
  channelName: z.string(),
  /** Null if the product service does not know the channel or is unavailable. */
  productId: z.nullable(z.string()),
  productName: z.nullable(z.string()),
  /** The product's category: 1 CrossBorder, 2 Local (CONST-2, ENT-10). */
  category: z.nullable(z.int()),
  isMasking: z.boolean(),
  hasRateTable: z.boolean(),
  /** The number of versions in each current status. */
  drafts: z.int(),
  submitted: z.int(),
  scheduled: z.int(),
  expired: z.int(),
  /** The number and id of the version in effect, and when the next version takes effect (epoch seconds). */
  activeVersionNo: z.nullable(z.int()),
  activeVersionId: z.nullable(z.int()),
  nextFrom: z.nullable(z.int()),
  updatedAt: z.nullable(z.int()),
});
export type RateChannelRow = z.output<typeof rateChannelRow>;

/** The row or setting that a fee line, finding or change links to. */
const rowRef = z.custom<RowRef>(value => typeof value === 'object' && value !== null, 'must be an object');

/** Origin or destination: a place in the location tree, a CEP, both, or neither for the whole country. */
export const end = z.object({
  /** The id of the place; 0 or omitted if there is none. */
  locationId: z.optional(parentId),
  cep: z.optional(cep),
  /** Defaults to the country of the call. */
  country: z.optional(country),
});

const side = z.int().check(z.minimum(1), z.maximum(MOST_MILLIMETERS));
export const measures = z.object({
  grams: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(MOST_GRAMS))), null),
  /** The lengths of the three sides, in millimeters. */
  sides: z._default(z.nullable(z.tuple([side, side, side])), null),
});
const amount = z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(AMOUNT_MOST))), null);
/** A shop's group; default and fallback (SHOP_GROUP) are only for rows, so -1 is not a shop's group. */
const shopGroup = z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(INT4_MOST))), null);

export const parcel = z.object({
  origin: z._default(end, {}),
  destination: end,
  declared: measures,
  /** Defaults to the declared measures, either all of them or only those that are null. */
  measured: z.optional(measures),
  /** The value of the order, in e5. */
  orderValue: amount,
  cod: amount,
  shopGroup,
});
export type ParcelInput = z.output<typeof parcel>;

const line = z.object({
  kind: z.enum(['place', 'weight', ...FEE_LINES, 'vat', 'rounding']),
  label: z.string(),
  amount: z.nullable(z.int()),
  row: z.nullable(rowRef),
  words: z.string(),
}) satisfies z.ZodMiniType<Line>;

/**
 * The cost of a parcel (domain/rates/quote): either amounts in e5, or `missing`, which is a regular result rather than
 * an error.
 */
export const quoteResult = z.object({
  kind: z.enum(['esf', 'asf']),
  net: z.nullable(z.int()),
  tax: z.nullable(z.int()),
  total: z.nullable(z.int()),
  area: z.nullable(z.string()),
  grams: z.nullable(z.int()),
  missing: z.nullable(
    z.object({ line: z.enum(['place', 'weight', ...FEE_LINES]), text: z.string(), rows: z.array(rowRef) }),
  ),
  lines: z.array(line),
}) satisfies z.ZodMiniType<Quote>;

/** The version used for a quote. */
export const quotedBy = z.object({
  id: versionId,
  versionNo: z.int(),
  name: z.string(),
  currency: rateSettings.shape.currency,
  hash: z.nullable(z.string()),
});

export const finding = z.object({ level: z.enum(['error', 'warning']), text: z.string(), row: rowRef });

/**
 * The maximum number of changed rows returned when comparing two versions; the largest changes come first
 * (domain/rates/compare).
 */
export const COMPARED_MOST = 10_000;
const anyRow = z.record(z.string(), z.unknown());
export const comparison = z.object({
  settings: z.array(z.object({ setting: z.string(), before: z.unknown(), after: z.unknown() })),
  rows: z.array(
    z.object({
      part: z.enum(PARTS),
      key: z.string(),
      before: z.nullable(anyRow),
      after: z.nullable(anyRow),
      share: z.nullable(z.int()),
    }),
  ),
  counts: z.object({ up: z.int(), down: z.int(), added: z.int(), removed: z.int(), other: z.int() }),
  /** The total number of changed rows. */
  total: z.int(),
});

/** An order on which a draft is tested. */
export const orderRow = z.object({
  orderId: z.string(),
  /** The time of pickup, in epoch seconds. */
  at: z.int(),
  destinationId: z.int(),
  grams: z.int(),
  orderValue: z.int(),
  cod: z.nullable(z.int()),
});

export { millis };
