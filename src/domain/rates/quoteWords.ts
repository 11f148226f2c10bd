import type { Currency } from '../currency.ts';
import type { End } from '../leadTime.ts';
import type { Area } from './columns.ts';
import { amountText } from './money.ts';
import type { AddressRow, FeeRow, VolumeFeeRow } from './rows.ts';
import { kilograms } from './weightRanges.ts';
import type { WeightRule } from './weightRule.ts';

/** The wording of a quote's lines: which row determined the amount, and how it was calculated. */

/** Returns the label of a place, given its name in rows: a location id, a country code or a CEP range. */
export type PlaceLabel = (name: string) => string;

export const placeLabelOf = (explain: { placeLabel?: PlaceLabel } | null): PlaceLabel => {
  const label = explain?.placeLabel ?? (name => name);
  return name => (name === '' ? 'everywhere' : label(name));
};

/** The most specific name of an origin or destination. */
export const endName = ({ cep, locations, country }: End): string => cep ?? String(locations.at(-1) ?? country);

/** "zone B", with its name if that differs from the code: "zone B (Inner city)". */
export const areaWords = ({
  kind,
  code,
  name = null,
}: Pick<Area, 'kind' | 'code'> & { name?: string | null }): string =>
  `${kind} ${code}${name === null || name === '' || name === code ? '' : ` (${name})`}`;

export function addressWords({ origin, destination }: AddressRow, area: Area, label: PlaceLabel): string {
  const from = origin === '' ? '' : `from ${label(origin)} `;
  return `${from}to ${label(destination)} is ${areaWords(area)}`;
}

/**
 * A row's weight range: "from 1 to below 2 kg", "above 1 up to 2 kg", or "from 0 up to 1 kg" for the lowest row of an area,
 * to which its start always belongs.
 */
export const spanWords = ({ start, end }: FeeRow, bound: WeightRule['bound'], isLowest: boolean): string =>
  bound === 'above'
    ? `from ${kilograms(start)} to below ${kilograms(end)} kg`
    : `${isLowest ? 'from' : 'above'} ${kilograms(start)} up to ${kilograms(end)} kg`;

export const feeWords = (
  row: FeeRow,
  { bound, isLowest }: { bound: WeightRule['bound']; isLowest: boolean },
  currency: Currency,
): string => `${areaWords(row)}, ${spanWords(row, bound, isLowest)}: ${amountText(row.fee ?? 0, currency)}`;

/**
 * Which of the two tiers was applied; used if fees have a maximum sum of sides.
 * @param byWeight whether it is the tier of the weight
 */
export function tierWords({ sides }: FeeRow, sum: number | null, byWeight: boolean): string {
  if (sum === null || (byWeight && sides === null)) return '';
  const said = `; the sides add up to ${sum / 10} cm`;
  if (sides === null) return `${said}, which requires this tier, whose sides have no limit`;
  return byWeight
    ? `${said}, within ${sides / 10} cm, so the weight decides`
    : `${said}, which requires the tier up to ${sides / 10} cm`;
}

/** Formats cubic millimeters as cubic centimeters. */
export const volumeText = (volume: number): string => String(volume / 1000);

export const volumeWords = (row: VolumeFeeRow, volume: number, currency: Currency): string =>
  `${volumeText(volume)} cm³, in ${row.start} to ${row.end} cm³${row.code === '' ? '' : ` of ${areaWords(row)}`}: ${amountText(row.fee ?? 0, currency)}`;

/** How places occur in a quote's words: in those of an address, of a place without an area, and of two rows for one. */
const IS_AREA = /^(?:(from )(\S+) )?(to )(\S+)( is (?:zone|route) .*)$/s;
const NO_AREA = /^(no (?:zone|route) from )(\S+)( to )(\S+)$/;
const TWO_AREAS = /^two rows define the (?:zone|route): /;
const BY_PLACES = /( by )(\S+)( to )([^\s,]+)(?=,|$)/g;

/**
 * Labels the places in the words of a line that was quoted without a `PlaceLabel` and then stored. Stored lines name
 * places as rows do, because a place may be renamed, while the quote stays the same.
 * @param row the key of the line's row, such as "addresses zone/1031/"; only an address or a missing area names places
 */
export function withPlaceLabels(words: string, row: string | null, label: PlaceLabel): string {
  const isAddress = row?.startsWith('addresses ') ?? false;
  const [, from = '', origin, to = '', destination = '', area = ''] = (isAddress && IS_AREA.exec(words)) || [];
  if (to !== '') return `${origin === undefined ? '' : `${from}${label(origin)} `}${to}${label(destination)}${area}`;
  if (isAddress && TWO_AREAS.test(words))
    return words.replace(BY_PLACES, (_, by: string, one: string, and: string, other: string) =>
      [by, label(one), and, label(other)].join(''),
    );
  if (row !== null) return words;
  return words.replace(NO_AREA, (_, none: string, one: string, and: string, other: string) =>
    [none, label(one), and, label(other)].join(''),
  );
}
