import type { Currency } from '../currency.ts';
import type { End } from '../leadTime.ts';
import { amountText } from './money.ts';
import { areaWords, endName, spanWords, type PlaceLabel } from './quoteWords.ts';
import {
  BASIS_WORDS,
  cepText,
  rowRef,
  type AddressRow,
  type AreaKind,
  type Basis,
  type CepRangeRow,
  type ExtraFeeRow,
  type FeeLine,
  type FeeRow,
  type RowRef,
  type VolumeFeeRow,
} from './rows.ts';
import type { RateTable } from './table.ts';
import { kilograms } from './weightRanges.ts';
import type { WeightRule } from './weightRule.ts';

/**
 * Why a parcel has no price. This is a regular result rather than an error, so that a batch continues and a person can
 * correct the row.
 */
export interface Missing {
  readonly line: 'place' | 'weight' | FeeLine;
  /** "no fee for zone B above 30 kg". */
  readonly text: string;
  /** Rows to check: one with an empty fee, or two that both apply. */
  readonly rows: readonly RowRef[];
}

const of = (line: Missing['line'], text: string, ...rows: RowRef[]): Missing => ({ line, text, rows });

export const missing = {
  /** Reports data that is missing from the parcel itself. */
  input: (line: Missing['line'], text: string): Missing => of(line, text),

  /** Reports an amount of the parcel in a currency other than that of the fees. */
  foreignAmount: (line: FeeLine, label: string, basis: Basis, own: Currency, fees: Currency): Missing =>
    of(line, `the ${BASIS_WORDS[basis]} is in ${own}, but ${label} is a share of it and the fees are in ${fees}`),

  place: (kind: AreaKind, origin: End, destination: End, label: PlaceLabel): Missing =>
    of('place', `no ${kind} from ${label(endName(origin))} to ${label(endName(destination))}`),

  twoAddresses: (kind: AreaKind, one: AddressRow, other: AddressRow, label: PlaceLabel): Missing =>
    of(
      'place',
      `two rows define the ${kind}: ${[one, other].map(row => `${row.code} by ${label(row.origin)} to ${label(row.destination)}`).join(', ')}`,
      rowRef('addresses', one),
      rowRef('addresses', other),
    ),

  fee(table: RateTable, area: number, grams: number, sumOfSides: number | null): Missing {
    const { areas, fees } = table.columns;
    const name = areaWords(areas[area] as { kind: AreaKind; code: string });
    const [low, high] = table.feesOf(area);
    if (low === high) return of('base', `no fee for ${name}`);
    const first = table.feeRow(low);
    let last = first;
    let [before, after] = [null, null] as (FeeRow | null)[];
    for (let row = low; row < high; row++) {
      const one = table.feeRow(row);
      if (one.end > last.end) last = one;
      if ((fees.end[row] as number) <= grams) before = one;
      else if (!after && (fees.start[row] as number) >= grams) after = one;
    }
    const text = (where: string) => `no fee for ${name} ${where}`;
    // There is a fee for the weight, so the sides must exceed all tiers.
    if (table.feeAt(area, grams, null).row >= 0)
      return of('base', text(`for ${(sumOfSides ?? 0) / 10} cm as the sum of sides`), rowRef('fees', last));
    if (grams === last.end) return of('base', text(`at ${kilograms(grams)} kg`), rowRef('fees', last));
    if (grams > last.end) return of('base', text(`above ${kilograms(last.end)} kg`), rowRef('fees', last));
    if (grams < first.start) return of('base', text(`below ${kilograms(first.start)} kg`), rowRef('fees', first));
    const gap = `between ${kilograms(before?.end ?? grams)} and ${kilograms(after?.start ?? grams)} kg`;
    return of('base', text(gap), ...[before, after].flatMap(row => (row ? [rowRef('fees', row)] : [])));
  },

  twoFees: (one: FeeRow, other: FeeRow, grams: number): Missing =>
    of('base', `two fees for ${areaWords(one)} at ${kilograms(grams)} kg`, rowRef('fees', one), rowRef('fees', other)),

  emptyFee: (row: FeeRow, bound: WeightRule['bound'], isLowest: boolean): Missing =>
    of(
      'base',
      `no fee for ${areaWords(row)} ${spanWords(row, bound, isLowest)}: the fee is empty`,
      rowRef('fees', row),
    ),

  emptyVolumeFee: (row: VolumeFeeRow): Missing =>
    of('volume', `no volume fee from ${row.start} to ${row.end} cm³: the fee is empty`, rowRef('volumeFees', row)),

  /** @param volume in cubic millimeters */
  twoVolumeFees: (one: VolumeFeeRow, other: VolumeFeeRow, volume: number): Missing =>
    of(
      'volume',
      `two volume fees at ${volume / 1000} cm³: ${[one, other].map(({ start, end }) => `${start} to ${end} cm³`).join(', ')}`,
      rowRef('volumeFees', one),
      rowRef('volumeFees', other),
    ),

  codFee: (shopGroup: number | null): Missing =>
    of('cod', `no COD fee for ${shopGroup === null ? 'shops without a group' : `shop group ${shopGroup}`}`),

  /** @param problem why the row is not a valid fee */
  extraFee: (row: ExtraFeeRow, problem: string): Missing => of(row.type, problem, rowRef('extraFees', row)),

  twoExtras: (one: ExtraFeeRow, other: ExtraFeeRow): Missing =>
    of(
      one.type,
      `two rows define a ${one.type === 'cod' ? 'COD' : one.type} fee: ${one.name} and ${other.name}`,
      rowRef('extraFees', one),
      rowRef('extraFees', other),
    ),

  twoCepRanges: (one: CepRangeRow, other: CepRangeRow, cep: string): Missing =>
    of(
      'cepRisk',
      `two CEP ranges of the same width contain ${cep}: ${[one, other].map(({ from, to }) => cepText(from, to)).join(', ')}`,
      rowRef('cepRanges', one),
      rowRef('cepRanges', other),
    ),

  tooLarge: (line: FeeLine, currency: Currency): Missing =>
    of(
      line,
      `the amounts are beyond ${amountText(Number.MAX_SAFE_INTEGER, currency)} ${currency}, the most that can be computed exactly`,
    ),

  cepLevel: (range: CepRangeRow): Missing =>
    of('cepRisk', `no percentage for CEP risk level ${range.level}`, rowRef('cepRanges', range), {
      part: 'cepLevels',
      key: String(range.level),
    }),
};
