import { shortDecimalText } from '../wholeNumber.ts';

/**
 * Weight ranges of a rate: rows of start weight, end weight and value, with the rules RATE-4 to RATE-9 (shell spec 5,
 * G31).
 */

/** The number of decimal places with which weights are entered in kilograms; rows store whole grams. */
export const WEIGHT_DECIMALS = 3;
/** The number of decimal places of a value; rows store values in e5 (money). */
export const VALUE_DECIMALS = 5;

/**
 * A row of the editor (RATE-3): the value `x` applies from `a` (inclusive) to `b` grams (exclusive). null means that no
 * number has been entered yet.
 */
export interface WeightRow {
  readonly a: number | null;
  readonly b: number | null;
  readonly x: number | null;
}

export type WeightField = keyof WeightRow;

/** Labels of a row's three fields. */
export const WEIGHT_LABELS: Readonly<Record<WeightField, string>> = {
  a: 'Start weight',
  b: 'End weight',
  x: 'Value',
};

/** A message and the index of the row that it refers to. */
export interface RowProblem {
  readonly row: number;
  readonly field: WeightField;
  readonly message: string;
}

/** A row whose fields are all numbers. */
export type FullRow = { readonly [K in WeightField]: number };

const isFull = (row: WeightRow): row is FullRow => row.a !== null && row.b !== null && row.x !== null;

/** Formats a weight in kilograms without trailing zeros: 1500 grams is "1.5". */
export const kilograms = (grams: number): string => shortDecimalText(grams, WEIGHT_DECIMALS);

/** A range as shown in messages, such as "[0, 5)". */
export const boundsText = (a: number, b: number): string => `[${kilograms(a)}, ${kilograms(b)})`;

/** Rows sorted by start weight; rows without a start come last, and ties keep their order (RATE-4). */
export const sortRanges = <R extends Pick<WeightRow, 'a'>>(rows: readonly R[]): R[] =>
  [...rows].sort((one, other) => (one.a ?? Infinity) - (other.a ?? Infinity) || 0);

/**
 * The problems with the rows, at most one for each row, in row order. A field may lack a number, or the start may not
 * be below the end (RATE-7). Among the remaining rows, sorted by start, a row may have the same start as an earlier one
 * (RATE-6), overlap it (RATE-9) or begin after a gap (RATE-8); overlaps and gaps are reported on the later row.
 */
export function weightRangeProblems(rows: readonly WeightRow[]): RowProblem[] {
  const problems: RowProblem[] = [];
  const sound: (FullRow & { row: number })[] = [];
  for (const [row, { a, b, x }] of rows.entries()) {
    const full = { a, b, x };
    const empty = (['a', 'b', 'x'] as const).find(field => full[field] === null);
    if (empty) problems.push({ row, field: empty, message: `${WEIGHT_LABELS[empty]} is required` });
    else if (isFull(full) && full.a >= full.b)
      problems.push({
        row,
        field: 'a',
        message: `Start weight should be greater than end weight, found ${boundsText(full.a, full.b)}`,
      });
    else if (isFull(full)) sound.push({ ...full, row });
  }
  let reached: number | null = null;
  let lastStart: number | null = null;
  for (const { a, b, row } of sortRanges(sound)) {
    const message =
      a === lastStart
        ? `Weight range intersection detected for ${boundsText(a, b)}`
        : reached !== null && a < reached
          ? `Weight range intersection detected at ${boundsText(a, b)}`
          : reached !== null && a > reached
            ? `Missing weight range in ${boundsText(reached, a)}`
            : null;
    if (message) problems.push({ row, field: 'a', message });
    lastStart = a;
    reached = Math.max(reached ?? b, b);
  }
  return problems.sort((one, other) => one.row - other.row);
}

/**
 * Splits a row in two at a weight, with the same value in both parts; null if the weight is not inside the row's range.
 * @param at grams
 */
export function splitRange(rows: readonly WeightRow[], index: number, at: number): WeightRow[] | null {
  const row = rows[index];
  if (!row || row.a === null || row.b === null || at <= row.a || at >= row.b) return null;
  return [...rows.slice(0, index), { ...row, b: at }, { ...row, a: at }, ...rows.slice(index + 1)];
}

/**
 * Merges several rows into one, from their lowest start to their highest end, at the position of the first. The merged
 * row keeps their value if they all have the same one, and has no value otherwise, because nobody chose one. Null for
 * fewer than two rows.
 */
export function mergeRanges(rows: readonly WeightRow[], indexes: readonly number[]): WeightRow[] | null {
  const chosen = new Set(indexes.filter(index => rows[index] !== undefined));
  if (chosen.size < 2) return null;
  const merged = [...chosen].map(index => rows[index] as WeightRow);
  const of = (field: WeightField) => merged.flatMap(row => (row[field] === null ? [] : [row[field]]));
  const [starts, ends] = [of('a'), of('b')];
  const values = new Set(merged.map(({ x }) => x));
  const one: WeightRow = {
    a: starts.length > 0 ? Math.min(...starts) : null,
    b: ends.length > 0 ? Math.max(...ends) : null,
    x: values.size === 1 ? (merged[0] as WeightRow).x : null,
  };
  const first = Math.min(...chosen);
  return rows.flatMap((row, index) => (index === first ? [one] : chosen.has(index) ? [] : [row]));
}

/** The value that applies at a weight, in e5; null if no row contains the weight. Rows may be in any order. */
export const valueAt = (rows: readonly WeightRow[], grams: number): number | null =>
  rows.find(row => isFull(row) && row.a <= grams && grams < row.b)?.x ?? null;
