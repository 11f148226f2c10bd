import type { Currency } from '../currency.ts';
import type { End } from '../leadTime.ts';
import type { Area } from './columns.ts';
import { amountText } from './money.ts';
import type { AddressRow, FeeRow, VolumeFeeRow } from './rows.ts';
import { kilograms } from './weightRanges.ts';
import type { WeightRule } from './weightRule.ts';
import { contains } from './table.ts';

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

/** A row's weight range: "from 1 to below 2 kg", or "above 1 up to 2 kg". */
export const spanWords = ({ start, end }: Pick<FeeRow, 'start' | 'end'>, bound: WeightRule['bound']): string =>
  bound === 'above'
    ? `from ${kilograms(start)} to below ${kilograms(end)} kg`
    : `above ${kilograms(start)} up to ${kilograms(end)} kg`;

export const feeWords = (row: FeeRow, bound: WeightRule['bound'], currency: Currency): string =>
  `${areaWords(row)}, ${spanWords(row, bound)}: ${amountText(row.fee ?? 0, currency)}`;

/** Which of the two tiers was applied; used if fees have a maximum sum of sides. */
export function tierWords(row: FeeRow, grams: number, sum: number | null, bound: WeightRule['bound']): string {
  if (sum === null || row.sides === null) return '';
  const byWeight = contains(row.start, row.end, grams, bound, true);
  return byWeight
    ? `; the sides add up to ${sum / 10} cm, within ${row.sides / 10} cm, so the weight decides`
    : `; the sides add up to ${sum / 10} cm, which requires the tier up to ${row.sides / 10} cm`;
}

/** Formats cubic millimeters as cubic centimeters. */
export const volumeText = (volume: number): string => String(volume / 1000);

export const volumeWords = (row: VolumeFeeRow, volume: number, currency: Currency): string =>
  `${volumeText(volume)} cm³, in ${row.start} to ${row.end} cm³${row.code === '' ? '' : ` of ${areaWords(row)}`}: ${amountText(row.fee ?? 0, currency)}`;
