import { readBlock } from '../clipboardBlock.ts';
import type { Country } from '../country.ts';
import { normalizeTyped, writtenNumber } from '../wholeNumber.ts';
import { readFormula, typedRule } from './formula.ts';
import { openNumber, rewritten, type Notation, type OpenNumber } from './pastedNumbers.ts';
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
 * The weight ranges of a formula as typed: strings in the country's notation, some of which may not be parsable yet. A
 * form stores them as a formula with string cells, `{"weight_range":[["0","2,5",""]]}`, which `readFormula` parses for
 * that country.
 */
export type TypedRow = Readonly<Record<WeightField, string>>;

export const TYPED_FIELDS = ['a', 'b', 'x'] as const satisfies readonly WeightField[];
export const EMPTY_ROW: TypedRow = { a: '', b: '', x: '' };

const DECIMALS: Readonly<Record<WeightField, number>> = { a: WEIGHT_DECIMALS, b: WEIGHT_DECIMALS, x: VALUE_DECIMALS };

const written = (row: WeightRow, country: Country): TypedRow => {
  const text = (field: WeightField) => (row[field] === null ? '' : writtenNumber(row[field], DECIMALS[field], country));
  return { a: text('a'), b: text('b'), x: text('x') };
};

/** The rows of a stored or typed formula; empty if there are no rows to show. */
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
    // The typed string is kept unchanged, even if it cannot be parsed.
    const typed = (place: number): string | null => {
      const cell: unknown = Array.isArray(triple) ? triple[place] : null;
      return typeof cell === 'string' ? cell : null;
    };
    return { a: typed(0) ?? shown.a, b: typed(1) ?? shown.b, x: typed(2) ?? shown.x };
  });
}

/** Serializes typed rows for a form, without empty rows at the end. */
export function typedText(rows: readonly TypedRow[]): string {
  const last = rows.findLastIndex(row => TYPED_FIELDS.some(field => row[field].trim() !== ''));
  if (last < 0) return '';
  return JSON.stringify({ weight_range: rows.slice(0, last + 1).map(({ a, b, x }) => [a, b, x]) });
}

/** Parses the fields of typed rows; a field that is not a number becomes null. */
const numbersOf = (rows: readonly TypedRow[], country: Country): WeightRow[] =>
  readFormula('', JSON.stringify({ weight_range: rows.map(({ a, b, x }) => [a, b, x]) }), country).rows;

/** The rows, sorted by start weight. */
export const sortTyped = (rows: readonly TypedRow[], country: Country): TypedRow[] =>
  sortRanges(numbersOf(rows, country).map(({ a }, at) => ({ a, row: rows[at] as TypedRow }))).map(({ row }) => row);

/** Splits a row at a typed weight; null if the weight is not inside the row's range or cannot be parsed. */
export function splitTyped(rows: readonly TypedRow[], index: number, at: string, country: Country): TypedRow[] | null {
  const weight = numbersOf([{ ...EMPTY_ROW, a: at }], country)[0]?.a ?? null;
  const split = weight === null ? null : splitRange(numbersOf(rows, country), index, weight);
  const row = rows[index];
  if (!split || !row) return null;
  return [...rows.slice(0, index), { ...row, b: at }, { ...row, a: at }, ...rows.slice(index + 1)];
}

/** Merges a row with the next one; null for the last row, or if a bound cannot be parsed. */
export function mergeTyped(rows: readonly TypedRow[], index: number, country: Country): TypedRow[] | null {
  const numbers = numbersOf(rows, country);
  const pair = numbers.slice(index, index + 2);
  if (pair.length < 2 || pair.some(({ a, b }) => a === null || b === null)) return null;
  const merged = mergeRanges(pair, [0, 1])?.[0];
  return merged ? [...rows.slice(0, index), written(merged, country), ...rows.slice(index + 2)] : null;
}

/** A cell of a pasted block, by its row in the editor, counted from the cell into which it is pasted. */
interface PastedCell {
  readonly row: number;
  readonly field: WeightField;
  readonly text: string;
}

/**
 * The cells of a block pasted at a given field, as copied from spreadsheets, without a heading and without columns that
 * do not fit. A first row without digits is a heading.
 */
export function pastedCells(field: WeightField, text: string): PastedCell[] {
  const all = readBlock(text);
  const block = all.length > 1 && !all[0]?.some(cell => /\d/.test(cell)) ? all.slice(1) : all;
  const last = block.findLastIndex(cells => cells.some(cell => cell.trim() !== ''));
  const first = TYPED_FIELDS.indexOf(field);
  return block.slice(0, last + 1).flatMap((cells, row) =>
    cells.flatMap((cell, at): PastedCell[] => {
      const name = TYPED_FIELDS[first + at];
      return name ? [{ row, field: name, text: normalizeTyped(cell) }] : [];
    }),
  );
}

/** The numbers of a pasted block that can be read in two ways, or not at all, in the country. */
export const openCells = (field: WeightField, text: string, country: Country): OpenNumber[] =>
  pastedCells(field, text).flatMap(cell => openNumber(cell.text, typedRule(cell.field, country)) ?? []);

/**
 * The rows after pasting a block of cells at a given cell. Rows are added as needed.
 * @param style the notation of the block's numbers; if omitted, they are pasted unchanged
 */
export function pasteTyped(
  rows: readonly TypedRow[],
  index: number,
  field: WeightField,
  text: string,
  style?: { notation: Notation; country: Country },
): TypedRow[] {
  const pasted: TypedRow[] = [...rows];
  for (const { row, field: name, text: cell } of pastedCells(field, text)) {
    const written = style ? rewritten(cell, style.notation, typedRule(name, style.country)) : cell;
    pasted[index + row] = { ...(pasted[index + row] ?? EMPTY_ROW), [name]: written };
  }
  return pasted;
}

/**
 * The number of columns in a block pasted at a given field that do not fit into the rows. Their cells are dropped, and
 * the person is notified.
 */
export function columnsLeftOut(field: WeightField, text: string): number {
  const widths = readBlock(text).map(cells => cells.findLastIndex(cell => cell.trim() !== '') + 1);
  return Math.max(0, Math.max(0, ...widths) - (TYPED_FIELDS.length - TYPED_FIELDS.indexOf(field)));
}

/** Whether pasted text is a block of cells rather than the content of one cell. */
export const isBlock = (text: string): boolean => /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ''));
