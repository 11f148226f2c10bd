import { isWholeCurrency } from '../currency.ts';
import { mayBeThousands, unitInHeading, type DateOrder, type WeightUnit } from './billCells.ts';
import { guessRoles, type Layout, type Role } from './layout.ts';
import { rowsAboveHeader, withChargesAs } from './layoutUses.ts';

/**
 * Suggests how to read a supplier's file, from its first rows. A person sees and confirms every suggestion (issue 30, 1,
 * "Layouts").
 */

type Rows = readonly (readonly string[])[];
interface Pair {
  text: number;
  amount: number;
}

/** A heading without its number: "Charge 12" is a repetition of "Charge 1". */
const stemOf = (heading = ''): string => heading.replace(/\d+/g, '').replace(/\s+/g, ' ').trim().toLowerCase();

const isAmount = (cell: string): boolean => /\d/.test(cell) && !/\p{L}{4}/u.test(cell);
const isName = (cell: string): boolean => /\p{L}/u.test(cell);

/** Whether more than half of the cells are of a kind; a file may have errors in a few of them. */
const areMost = (cells: readonly string[], is: (cell: string) => boolean): boolean =>
  cells.filter(is).length * 2 > cells.length;

/** The cells of a column that are not empty. */
const cellsIn = (rows: Rows, column: number): string[] =>
  rows.flatMap(row => (row[column] === undefined || row[column].trim() === '' ? [] : [row[column].trim()]));

/**
 * Pairs of a charge and its amount: at least two neighboring columns whose headings are the same except for a number,
 * again and again, and most of whose cells are names and amounts.
 */
function pairsIn(headings: readonly string[], rows: Rows): Pair[] {
  const stems = headings.map(stemOf);
  for (let start = 0; start + 3 < stems.length; start++) {
    const [one, other] = [stems[start], stems[start + 1]];
    // A list of pairs begins with its first one: the others alone would leave charges out.
    const isWithin = stems[start - 2] === one && stems[start - 1] === other;
    if (one === '' || other === '' || isWithin) continue;
    const pairs: Pair[] = [];
    for (let at = start; stems[at] === one && stems[at + 1] === other; at += 2)
      pairs.push({ text: at, amount: at + 1 });
    if (pairs.length < 2) continue;
    const names = pairs.flatMap(({ text }) => cellsIn(rows, text));
    const amounts = pairs.flatMap(({ amount }) => cellsIn(rows, amount));
    if (areMost(names, isName) && areMost(amounts, isAmount)) return pairs;
  }
  return [];
}

/** Numbers that have only one meaning, by the decimal mark that they are written with. */
const CLEAR = {
  ',': /^(\d{1,3}(\.\d{3})+,\d+|\d+,\d{1,2}|0,\d+|\d{1,3}(\.\d{3}){2,})$/,
  '.': /^(\d{1,3}(,\d{3})+\.\d+|\d+\.\d{1,2}|0\.\d+|\d{1,3}(,\d{3}){2,})$/,
} as const;

const MEASURES: readonly Role[] = ['enteredWeight', 'billedWeight', 'length', 'width', 'height'];
const AMOUNTS: readonly Role[] = ['amount', 'discount', 'tax', 'cod'];

/**
 * The decimal marks with which all clear amounts and all clear weights and sizes are written; null if there are none, or
 * if they contradict each other.
 */
function marksIn(rows: Rows, { roles, charges, currency }: Layout) {
  const columnsOf = (of: readonly Role[]): number[] => of.flatMap(role => roles[role] ?? []);
  const amounts = [...columnsOf(AMOUNTS), ...(charges.as === 'pairs' ? charges.pairs.map(({ amount }) => amount) : [])];
  const digitsOf = (columns: readonly number[]): string[] =>
    columns.flatMap(column => cellsIn(rows, column)).map(cell => cell.replace(/[^\d.,]/g, ''));
  // In a currency without decimal places, amounts in thousands are clear as well.
  const isWhole = isWholeCurrency(currency);
  const markOf = (texts: readonly string[], inThousands: boolean): Layout['decimalMark'] | null => {
    const uses = (mark: ',' | '.'): boolean =>
      texts.some(text => CLEAR[mark].test(text) || (inThousands && mayBeThousands(text, mark === ',' ? '.' : ',')));
    const [comma, point] = [uses(','), uses('.')];
    return comma === point ? null : comma ? ',' : '.';
  };
  return { amounts: markOf(digitsOf(amounts), isWhole), measures: markOf(digitsOf(columnsOf(MEASURES)), false) };
}

/** The only order in which all days can be read; null if there are several or none. */
function orderIn(rows: Rows, column: number | undefined): DateOrder | null {
  const orders = new Set<DateOrder>();
  for (const cell of column === undefined ? [] : cellsIn(rows, column)) {
    const [, first, second] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/.exec(cell) ?? [];
    if (/^\d{4}[/.-]?\d{1,2}[/.-]?\d{1,2}\b/.test(cell)) orders.add('ymd');
    else if (Number(first) > 12) orders.add('dmy');
    else if (Number(second) > 12) orders.add('mdy');
  }
  const [only] = orders;
  return orders.size === 1 && only ? only : null;
}

/** The unit that the heading of the weights names; null if it names none. */
function unitOfWeights(
  headings: readonly string[],
  { billedWeight, enteredWeight }: Layout['roles'],
): WeightUnit | null {
  const column = billedWeight ?? enteredWeight;
  return column === undefined ? null : unitInHeading(headings[column] ?? '');
}

/** @param rows the first rows of the file, starting with the first one */
export function guessLayout(layout: Layout, rows: Rows): Layout {
  const skippedRows = rowsAboveHeader(rows);
  const headings = rows[skippedRows] ?? [];
  const data = rows.slice(skippedRows + 1);
  const pairs = pairsIn(headings, data);
  const paired = new Set(pairs.flatMap(({ text, amount }) => [text, amount]));
  const roles = guessRoles(headings.map((heading, at) => (paired.has(at) ? '' : heading)));
  const found: Layout =
    pairs.length === 0
      ? { ...layout, skippedRows, roles }
      : { ...withChargesAs({ ...layout, skippedRows, roles }, 'pairs'), charges: { as: 'pairs', pairs } };
  const marks = marksIn(data, found);
  const decimalMark = marks.amounts ?? marks.measures ?? layout.decimalMark;
  const { measureMark: _unknown, ...rest } = found;
  return {
    ...rest,
    decimalMark,
    ...(marks.measures === null || marks.measures === decimalMark ? {} : { measureMark: marks.measures }),
    weightUnit: unitOfWeights(headings, found.roles) ?? layout.weightUnit,
    dateOrder: orderIn(data, found.roles.shipped) ?? layout.dateOrder,
  };
}
