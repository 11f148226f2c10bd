import type { Currency } from '../currency.ts';
import { readCepRange } from '../cdt/cepRange.ts';
import { hasCepRanges } from '../cdt/levels.ts';
import { COUNTRIES, isCountry, type Country } from '../country.ts';
import type { PercentFee } from './percentFee.ts';
import type { Vat } from './vat.ts';
import type { WeightRule } from './weightRule.ts';

/**
 * The contents of a version of a rate table, as rows that people edit (RATE-13 to RATE-16, G96). Amounts are in e5,
 * weights in grams, volumes in cubic centimeters, shares in ppm. Within a version, rows are identified by their keys.
 */

/**
 * Fees are either by zone (determined by the destination alone or by both ends) or by route; ESF and ASF each use one
 * of the two.
 */
export type AreaKind = 'zone' | 'route';
export const AREA_KINDS = ['zone', 'route'] as const;

/** The fee lines of a quote, in order. */
export const FEE_LINES = ['base', 'volume', 'remote', 'cepRisk', 'cod', 'additional', 'fuel'] as const;
export type FeeLine = (typeof FEE_LINES)[number];

/** What a share can be based on: earlier lines of the quote, the parcel's value, or the collected amount. */
export const BASES = ['orderValue', 'codAmount', ...FEE_LINES] as const;
export type Basis = (typeof BASES)[number];

export const BASIS_WORDS: Readonly<Record<Basis, string>> = {
  orderValue: 'order value',
  codAmount: 'COD amount',
  base: 'base fee',
  volume: 'volume fee',
  remote: 'remote fee',
  cepRisk: 'CEP risk fee',
  cod: 'COD fee',
  additional: 'additional fees',
  fuel: 'fuel fee',
};

export interface RateSettings {
  readonly currency: Currency;
  readonly esfArea: AreaKind;
  readonly asfArea: AreaKind;
  readonly weightRule: WeightRule;
  readonly vat: Vat;
  /** Lines to which VAT applies. */
  readonly taxable: readonly FeeLine[];
}

/** The code and name of a zone or route. */
export interface AreaName {
  readonly kind: AreaKind;
  readonly code: string;
  readonly name: string;
}

/**
 * A calculation address: parcels with this origin and destination belong to this zone or route. Each end is ''
 * (everywhere), a country code, a location id, or a CEP range ("01310000-01319999").
 */
export interface AddressRow {
  readonly kind: AreaKind;
  readonly origin: string;
  readonly destination: string;
  readonly code: string;
}

/**
 * A basic fee, shown as a cell in the grid of zones (or routes) and weights. null means that there is no fee, which is
 * not the same as 0.
 */
export interface FeeRow {
  readonly kind: AreaKind;
  readonly code: string;
  readonly start: number;
  readonly end: number;
  readonly fee: number | null;
  /** The maximum sum of the three sides in millimeters, if the weight rule has tiers; null for no maximum. */
  readonly sides: number | null;
}

/**
 * A fee based on the volume of a parcel; '' stands for every zone (or every route, depending on `kind`) without rows of
 * its own. A volume that no row contains is free.
 */
export interface VolumeFeeRow {
  readonly kind: AreaKind;
  readonly code: string;
  readonly start: number;
  readonly end: number;
  readonly fee: number | null;
}

export const EXTRA_TYPES = ['remote', 'cod', 'additional', 'fuel'] as const;
export type ExtraType = (typeof EXTRA_TYPES)[number];

/**
 * Ids of the special shop groups (RULE-5): `default` applies to every group that has no row of its own; `fallback`
 * applies if there is no default row.
 */
export const SHOP_GROUP = { default: 0, fallback: -1 } as const;

/**
 * An extra fee. Rows of the same type (remote, cod) or with the same code (additional, fuel) are alternatives: the row
 * with the most specific destination applies; if there are several, the shop group decides.
 */
export interface ExtraFeeRow extends PercentFee {
  readonly type: ExtraType;
  readonly code: string;
  readonly name: string;
  /** The destination, in the same format as the ends of an address; '' is everywhere. */
  readonly place: string;
  readonly shopGroup: number;
  /** The amounts on which the share is based; they are added up. */
  readonly of: readonly Basis[];
}

/**
 * CEP risk: the level of a CEP range, and the surcharge of each level as a share of the order value. Ranges include
 * their first and last code.
 */
export interface CepRangeRow {
  readonly from: number;
  readonly to: number;
  readonly level: number;
}
export interface CepLevelRow {
  readonly level: number;
  readonly ppm: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export interface RateRows {
  readonly settings: RateSettings;
  readonly names: readonly AreaName[];
  readonly addresses: readonly AddressRow[];
  readonly fees: readonly FeeRow[];
  readonly volumeFees: readonly VolumeFeeRow[];
  readonly extraFees: readonly ExtraFeeRow[];
  readonly cepLevels: readonly CepLevelRow[];
  readonly cepRanges: readonly CepRangeRow[];
}

export const PARTS = ['names', 'addresses', 'fees', 'volumeFees', 'extraFees', 'cepLevels', 'cepRanges'] as const;
export type Part = (typeof PARTS)[number];
export type PartRow<P extends Part> = RateRows[P][number];

/** A row of a version, or one of its settings, to which a line, finding or difference links. */
export interface RowRef {
  readonly part: Part | 'settings';
  readonly key: string;
}

/** Returns the key of a row within its version. Two rows with the same key are the same row. */
export const KEYS: { readonly [P in Part]: (row: PartRow<P>) => string } = {
  names: ({ kind, code }) => `${kind}/${code}`,
  addresses: ({ kind, origin, destination }) => `${kind}/${destination}/${origin}`,
  fees: ({ kind, code, start }) => `${kind}/${code}/${start}`,
  volumeFees: ({ kind, code, start }) => `${kind}/${code}/${start}`,
  extraFees: ({ type, code, place, shopGroup }) => `${type}/${code}/${place}/${shopGroup}`,
  cepLevels: ({ level }) => String(level),
  cepRanges: ({ from, to }) => cepText(from, to),
};

export const rowRef = <P extends Part>(part: P, row: PartRow<P>): RowRef => ({ part, key: KEYS[part](row) });

/** The key of a row in any part. */
export const keyOfPart = (part: Part, row: PartRow<Part>): string =>
  (KEYS[part] as (row: PartRow<Part>) => string)(row);

/** A CEP range as stored in rows: "01310000-01319999". */
export const cepText = (from: number, to: number): string =>
  `${String(from).padStart(8, '0')}-${String(to).padStart(8, '0')}`;

/** The word for "every place" and "every area" in files; rows contain an empty string instead. */
export const EVERYWHERE = 'All';
const EVERYWHERE_WORDS: ReadonlySet<string> = new Set(['*', 'everywhere', EVERYWHERE.toLowerCase()]);

/** Whether a string, as written by people, stands for every place or every area; an empty string does, too. */
export const isEverywhere = (text: string): boolean =>
  text.trim() === '' || EVERYWHERE_WORDS.has(text.trim().toLowerCase());

/** Why a string cannot be the code of a zone or route, as a sentence; null if it can, or if it is empty. */
export function areaCodeProblem(code: string): string | null {
  if (code.includes('/'))
    return `the code "${code}" has a "/", which separates the parts of row names. Choose another code`;
  if (code === '' || !isEverywhere(code)) return null;
  return `the code "${code}" means every zone and route, so a single zone or route cannot use it. Choose another code`;
}

/** Whether a string is a valid origin or destination: everywhere (''), a country, a location id or a CEP range. */
export const isPlaceName = (name: string): boolean =>
  name === '' || isCountry(name) || /^[1-9]\d{0,14}$/.test(name) || readCepRange(name) !== null;

/** The country of a channel's rate table, and the one that its parcels come from, if it is known. */
export interface CepCountries {
  readonly country: Country;
  readonly origin?: Country | undefined;
}

/** Whether one end of a route may be a range of CEPs; the origin may be in the country that parcels come from. */
export const mayHaveCeps = (field: string, { country, origin }: CepCountries): boolean =>
  hasCepRanges(country) || (field === 'origin' && origin !== undefined && hasCepRanges(origin));

/** Says that a country has no CEPs, and what to enter instead of a CEP range. */
export const noCeps = (name: string, country: Country): string =>
  `is the CEP range "${name}", but ${COUNTRIES[country].inText} has no CEPs. Enter ${EVERYWHERE}, a country or a Location ID`;

/**
 * Whether a place's name may be a CEP instead of a location's id: a number of 8 digits, or of 7 because a spreadsheet
 * dropped a leading zero. Such a number is accepted only if a location has this id.
 */
export const mayBeCep = (name: string, country: Country): boolean =>
  hasCepRanges(country) && /^[1-9]\d{6,7}$/.test(name);

/** Says that a number that `mayBeCep` is not the id of a location, and what to enter for the CEP. */
export function notALocation(name: string): string {
  const cep = name.padStart(8, '0');
  return `is "${name}", which is not the ID of a known location. Check the ID; for the CEP, enter the range ${cep}-${cep}`;
}

export const NO_ROWS: Omit<RateRows, 'settings'> = {
  names: [],
  addresses: [],
  fees: [],
  volumeFees: [],
  extraFees: [],
  cepLevels: [],
  cepRanges: [],
};
