import type { Country } from '../country.ts';
import { normalizeTyped, writtenNumber } from '../wholeNumber.ts';
import { readFormula } from './formula.ts';
import {
  mergeRanges,
  sortRanges,
  splitRange,
  VALUE_DECIMALS,
  WEIGHT_DECIMALS,
  type WeightField,
  type WeightRow,
} from './weightRanges.ts';

/**
 * The weight ranges of a formula as typed: texts in the country's notation, some of which may not be readable yet. A
 * form stores them as a formula whose cells are texts, `{"weight_range":[["0","2,5",""]]}`, which `readFormula` reads
 * for that country.
 */
export type TypedRow = Readonly<Record<WeightField, string>>;

export const TYPED_FIELDS = ['a', 'b', 'x'] as const satisfies readonly WeightField[];
export const EMPTY_ROW: TypedRow = { a: '', b: '', x: '' };

const DECIMALS: Readonly<Record<WeightField, number>> = { a: WEIGHT_DECIMALS, b: WEIGHT_DECIMALS, x: VALUE_DECIMALS };

const written = (row: WeightRow, country: Country): TypedRow => {
  const text = (field: WeightField) => (row[field] === null ? '' : writtenNumber(row[field], DECIMALS[field], country));
  return { a: text('a'), b: text('b'), x: text('x') };
};

/** The rows of a formula's text, stored or typed; empty if none can be shown. */
export function typedRows(text: string, country: Country): TypedRow[] {
  let cells: unknown;
  try {
    cells = (JSON.parse(text) as { weight_range?: unknown }).weight_range;
  } catch {
    return [];
  }
  if (!Array.isArray(cells)) return [];
  const { rows } = readFormula('', text, country);
  return rows.map((row, at) => {
    const shown = written(row, country);
    const triple = cells[at] as unknown;
    // The typed text is kept unchanged, readable or not.
    const typed = (place: number): string | null => {
      const cell: unknown = Array.isArray(triple) ? triple[place] : null;
      return typeof cell === 'string' ? cell : null;
    };
    return { a: typed(0) ?? shown.a, b: typed(1) ?? shown.b, x: typed(2) ?? shown.x };
  });
}

/** The text that a form stores for typed rows; empty rows at the end are left out. */
export function typedText(rows: readonly TypedRow[]): string {
  const last = rows.findLastIndex(row => TYPED_FIELDS.some(field => row[field].trim() !== ''));
  if (last < 0) return '';
  return JSON.stringify({ weight_range: rows.slice(0, last + 1).map(({ a, b, x }) => [a, b, x]) });
}

/** The numbers of typed rows; null if a text is not a number. */
const numbersOf = (rows: readonly TypedRow[], country: Country): WeightRow[] =>
  readFormula('', JSON.stringify({ weight_range: rows.map(({ a, b, x }) => [a, b, x]) }), country).rows;

/** The rows, sorted by start weight. */
export const sortTyped = (rows: readonly TypedRow[], country: Country): TypedRow[] =>
  sortRanges(numbersOf(rows, country).map(({ a }, at) => ({ a, row: rows[at] as TypedRow }))).map(({ row }) => row);

/** The rows with one row split at a typed weight; null if the weight is not inside the row, or is not readable. */
export function splitTyped(rows: readonly TypedRow[], index: number, at: string, country: Country): TypedRow[] | null {
  const weight = numbersOf([{ ...EMPTY_ROW, a: at }], country)[0]?.a ?? null;
  const split = weight === null ? null : splitRange(numbersOf(rows, country), index, weight);
  const row = rows[index];
  if (!split || !row) return null;
  return [...rows.slice(0, index), { ...row, b: at }, { ...row, a: at }, ...rows.slice(index + 1)];
}

/** The rows with one row merged with the next; null for the last row, or if a bound is not readable. */
export function mergeTyped(rows: readonly TypedRow[], index: number, country: Country): TypedRow[] | null {
  const numbers = numbersOf(rows, country);
  const pair = numbers.slice(index, index + 2);
  if (pair.length < 2 || pair.some(({ a, b }) => a === null || b === null)) return null;
  const merged = mergeRanges(pair, [0, 1])?.[0];
  return merged ? [...rows.slice(0, index), written(merged, country), ...rows.slice(index + 2)] : null;
}

/**
 * The rows after a block of cells was pasted, starting at a given cell: one line per row, cells separated by tabs, as
 * copied from spreadsheets. A first line without a digit is a heading and is left out. Rows are added as needed.
 */
export function pasteTyped(rows: readonly TypedRow[], index: number, field: WeightField, text: string): TypedRow[] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  const block = lines.length > 1 && !/\d/.test(lines[0] as string) ? lines.slice(1) : lines;
  const first = TYPED_FIELDS.indexOf(field);
  const pasted = [...rows];
  for (const [line, cells] of block.entries()) {
    const row = { ...(pasted[index + line] ?? EMPTY_ROW) } as Record<WeightField, string>;
    for (const [at, cell] of cells.split('\t').entries()) {
      const name = TYPED_FIELDS[first + at];
      if (name) row[name] = normalizeTyped(cell);
    }
    pasted[index + line] = row;
  }
  return pasted;
}

/**
 * How many columns of a block pasted at a field do not fit into the rows: their cells are left out, and the person is
 * notified.
 */
export function columnsLeftOut(field: WeightField, text: string): number {
  const widths = text.split(/\r\n?|\n/).map(line => line.replace(/\t+$/, '').split('\t').length);
  return Math.max(0, Math.max(...widths) - (TYPED_FIELDS.length - TYPED_FIELDS.indexOf(field)));
}

/** Whether a pasted text is a block of cells rather than the text of one cell. */
export const isBlock = (text: string): boolean => /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ''));
