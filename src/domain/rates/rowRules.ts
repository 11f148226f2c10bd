import { readCepRange } from '../cdt/cepRange.ts';
import { COUNTRIES } from '../country.ts';
import { PPM } from './money.ts';
import { percentFeeProblem, type FeeProblem } from './percentFee.ts';
import {
  areaCodeProblem,
  FEE_LINES,
  mayHaveCeps,
  noCeps,
  type CepCountries,
  type CepLevelRow,
  type ExtraFeeRow,
  type Part,
  type PartRow,
} from './rows.ts';
import { MOST_GRAMS } from './weightRule.ts';

/**
 * Bounds and rules for the rows of a version. Grid, files and calls share them and so accept the same rows; a row that
 * was stored offline is never refused later.
 */

/** The largest amount in a row, in e5: 90 billion currency units. */
export const AMOUNT_MOST = 9_000_000_000_000_000;
/** The largest share in ppm: a thousand times its base. */
export const SHARE_MOST = 1_000 * PPM;
/** The largest volume in cubic centimeters, and the highest shop group id. */
export const INT4_MOST = 2 ** 31 - 1;
/** The highest CEP risk level. */
export const LEVEL_MOST = 1000;
/** The maximum weight in a range, in kilograms. */
export const KILOGRAMS_MOST = MOST_GRAMS / 1000;

/** The fields of rows that name a place, with their names in messages. */
const PLACE_FIELDS = { destination: 'the destination', place: 'the place', origin: 'the origin' } as const;

/**
 * Why a country without CEPs cannot have a row: it is about CEPs, or names a place by a range of them. No parcel there
 * has a CEP, so the row would never be used.
 */
export function cepProblemOf(row: PartRow<Part>, at: CepCountries): FeeProblem<string> | null {
  if ('level' in row)
    return mayHaveCeps('level', at)
      ? null
      : {
          field: 'level',
          message: `${COUNTRIES[at.country].atStart} has no CEPs, so it has no CEP risk. Remove this row`,
        };
  for (const [field, what] of Object.entries(PLACE_FIELDS)) {
    const name = (row as unknown as Readonly<Record<string, unknown>>)[field];
    if (typeof name === 'string' && readCepRange(name) !== null && !mayHaveCeps(field, at))
      return { field, message: `${what} ${noCeps(name, at.country)}` };
  }
  return null;
}

/**
 * What is wrong with a row as a whole, and which field to correct; null if the row is valid.
 * @param at the countries of the rate table
 */
export function rowProblem(row: PartRow<Part>, at: CepCountries): FeeProblem<string> | null {
  const cep = cepProblemOf(row, at);
  if (cep !== null) return cep;
  const code = 'kind' in row ? areaCodeProblem(row.code) : null;
  if (code !== null) return { field: 'code', message: code };
  if ('start' in row && row.start >= row.end)
    return { field: 'end', message: `the end ${row.end} must be greater than the start ${row.start}` };
  if ('from' in row && row.from > row.to) return { field: 'to', message: 'the first CEP must not be above the last' };
  if ('of' in row) return extraFeeProblem('the fee', row);
  if ('ppm' in row) return cepLevelProblem('the level', row);
  return null;
}

/**
 * What is wrong with an extra fee, regardless of other rows: its amounts are invalid, or the base of its percentage is
 * missing or is computed after the fee and would therefore be 0.
 */
export function extraFeeProblem(name: string, row: ExtraFeeRow): FeeProblem<string> | null {
  const { type, ppm, of } = row;
  const problem = percentFeeProblem(name, row);
  if (problem !== null || ppm === null) return problem;
  if (of.length === 0) return { field: 'of', message: `${name} does not say what it is a percentage of` };
  const lines: readonly string[] = FEE_LINES;
  const later = of.find(basis => lines.indexOf(basis) >= lines.indexOf(type));
  return later === undefined
    ? null
    : { field: 'of', message: `${name} is a percentage of ${later}, which is computed later` };
}

/** What is wrong with a level of CEP risk, regardless of other rows. */
export function cepLevelProblem(name: string, row: CepLevelRow): FeeProblem<string> | null {
  if (row.ppm === null) return { field: 'ppm', message: `${name} has no percentage: enter one, or 0 for no charge` };
  return percentFeeProblem(name, { ...row, fixed: null });
}
