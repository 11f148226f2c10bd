import type { Country } from '../country.ts';
import { formatCount } from '../format.ts';
import { repeatedNameProblem } from '../jsonNames.ts';
import { numberError, readDecimal, shortDecimalText, type NumberRule } from '../wholeNumber.ts';
import { changeShare, mulDiv, percentText } from './money.ts';
import {
  kilograms,
  sortRanges,
  VALUE_DECIMALS,
  valueAt,
  WEIGHT_DECIMALS,
  WEIGHT_LABELS,
  weightRangeProblems,
  type WeightField,
  type WeightRow,
} from './weightRanges.ts';

/**
 * The formula of a rate (RATE-3): JSON with `weight_range`, a list of [start, end, fee] triples in kilograms and
 * currency units. Its canonical form ensures that equal formulas are equal strings.
 */

/** A message about a row of the formula, or about the whole formula if `row` is null. */
export interface FormulaProblem {
  readonly row: number | null;
  readonly field: WeightField | null;
  readonly message: string;
}

/**
 * The rows of a formula, and the parts that could not be parsed. A field that could not be parsed is null in its row.
 */
export interface ReadFormula {
  readonly rows: WeightRow[];
  readonly problems: FormulaProblem[];
}

const RULES: Readonly<Record<WeightField, NumberRule>> = {
  a: { decimals: WEIGHT_DECIMALS, min: 0 },
  b: { decimals: WEIGHT_DECIMALS, min: 0 },
  x: { decimals: VALUE_DECIMALS, min: 0 },
};

/** How a person types a field, with the unit or currency that may surround the number. */
export const typedRule = (field: WeightField, country: Country): NumberRule => ({
  ...RULES[field],
  ...(field === 'x' ? { money: true as const } : { unit: 'kg' }),
  country,
});

const FIELDS = ['a', 'b', 'x'] as const;

/** Whether a typed cell is not empty and contains no digit, so that it cannot be a number in any notation. */
const isWord = (cell: string): boolean => cell.trim() !== '' && !/\p{Nd}/u.test(cell);

/** Serializes valid rows in canonical form: sorted by start, each number in its shortest form. */
export const formulaText = (rows: readonly WeightRow[]): string =>
  `{"weight_range":[${sortRanges(rows).map(tripleText).join(',')}]}`;

const tripleText = ({ a, b, x }: WeightRow): string =>
  `[${shortDecimalText(a ?? 0, WEIGHT_DECIMALS)},${shortDecimalText(b ?? 0, WEIGHT_DECIMALS)},${shortDecimalText(x ?? 0, VALUE_DECIMALS)}]`;

/**
 * Parses a formula. An empty string is a formula without rows.
 * @param label the label of the formula's field, used at the start of messages about the formula as a whole
 * @param country the country whose notation is used to parse cells that are strings, because a form stores numbers as
 * typed; if omitted, cells must be numbers (RATE-5)
 */
export function readFormula(label: string, text: string, country?: Country): ReadFormula {
  if (text.trim() === '') return { rows: [], problems: [] };
  const whole = (message: string): ReadFormula => ({ rows: [], problems: [{ row: null, field: null, message }] });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return whole(`${label} must be JSON like {"weight_range":[[0,5,18000]]}`);
  }
  const repeated = repeatedNameProblem(label, text);
  if (repeated !== null) return whole(repeated);
  const triples = typeof json === 'object' && json !== null && 'weight_range' in json ? json.weight_range : null;
  if (!Array.isArray(triples))
    return whole(`${label} must have weight_range, a list of [start, end, fee], like {"weight_range":[[0,5,18000]]}`);
  const problems: FormulaProblem[] = [];
  const unknown = Object.keys(json as object).find(name => name !== 'weight_range');
  if (unknown !== undefined)
    problems.push({
      row: null,
      field: null,
      message: `${label} has "${unknown}" next to weight_range, which would be lost: remove it`,
    });
  const rows = triples.map((triple: unknown, row): WeightRow => {
    const read = { a: null, b: null, x: null } as Record<WeightField, number | null>;
    // A row that lacks numbers gets the message for a required field (G31). More than three values would be lost.
    const cells: unknown[] = Array.isArray(triple) ? triple : [];
    const three = `range ${row + 1} must be an array of three numbers`;
    if (!Array.isArray(triple))
      problems.push({ row, field: 'a', message: `${WEIGHT_LABELS.a} is required: weight ${three}` });
    else if (triple.length > FIELDS.length) problems.push({ row, field: 'a', message: `Weight ${three}` });
    for (const [at, field] of FIELDS.entries()) {
      const cell = cells[at];
      const isTyped = typeof cell === 'string' && country !== undefined && !isWord(cell);
      if (typeof cell === 'string' && !isTyped && problems.at(-1)?.row !== row)
        problems.push({
          row,
          field,
          message: `${WEIGHT_LABELS[field]} is required: "${cell}" is ${isWord(cell) ? '' : 'a text, '}not a number`,
        });
      if (typeof cell !== 'number' && !isTyped) continue;
      const rule = isTyped ? typedRule(field, country) : RULES[field];
      const error = numberError(WEIGHT_LABELS[field], String(cell), rule);
      if (error) problems.push({ row, field, message: error });
      read[field] = readDecimal(String(cell), rule);
    }
    return read;
  });
  return { rows, problems };
}

/**
 * All problems that prevent a formula of weight ranges (model 1) from being saved: parts that cannot be parsed, and
 * violations of RATE-5 to RATE-9. Shared by forms, imports and calls (RATE-4).
 */
export function formulaProblems(label: string, text: string, country?: Country): FormulaProblem[] {
  const { rows, problems } = readFormula(label, text, country);
  if (problems.some(({ row }) => row === null)) return problems;
  if (rows.length === 0) return [{ row: null, field: null, message: `${label} is required` }];
  // A field that could not be parsed is not also reported as missing.
  const said = new Set(problems.map(({ row }) => row));
  return [...problems, ...weightRangeProblems(rows).filter(({ row }) => !said.has(row))].sort(
    (one, other) => (one.row ?? -1) - (other.row ?? -1),
  );
}

/** The canonical form of a formula; the original string if it cannot be parsed. */
export function canonicalFormula(text: string, country?: Country): string {
  const { rows, problems } = readFormula('', text, country);
  if (problems.length > 0 || text.trim() === '') return text.trim();
  return rows.some(row => FIELDS.some(field => row[field] === null)) ? text.trim() : formulaText(rows);
}

/** Formats a value for display, like all amounts: "18,000.5". */
const valueText = (value: number): string =>
  shortDecimalText(value, VALUE_DECIMALS).replace(/^\d+/, digits => formatCount(Number(digits)));

/** Formats a formula for display: "0 to 5 kg: 18,000; 5 to 10 kg: 26,000.25"; any other string is returned unchanged. */
export function formulaWords(text: string): string {
  const { rows, problems } = readFormula('', text);
  if (problems.length > 0 || rows.length === 0) return text;
  const weight = (grams: number | null) => (grams === null ? '?' : kilograms(grams));
  return sortRanges(rows)
    .map(({ a, b, x }) => `${weight(a)} to ${weight(b)} kg: ${x === null ? '?' : valueText(x)}`)
    .join('; ');
}

/** A span of weights within which two formulas differ; a value is null if that formula has none there. */
export interface FormulaChange {
  /** Grams, from `from` (inclusive) to `to` (exclusive). */
  readonly from: number;
  readonly to: number;
  readonly before: number | null;
  readonly after: number | null;
  /** The change in ppm of the previous value; null if there was no previous value or if it was 0. */
  readonly share: number | null;
}

/**
 * The differences between two formulas, by weight. Only values are compared, so splitting a range in two is not a
 * change. Adjacent spans with the same change are merged.
 */
export function compareFormulas(before: readonly WeightRow[], after: readonly WeightRow[]): FormulaChange[] {
  const bounds = [...new Set([...before, ...after].flatMap(({ a, b }) => [a, b]).filter(bound => bound !== null))].sort(
    (one, other) => one - other,
  );
  const changes: FormulaChange[] = [];
  for (const [at, from] of bounds.entries()) {
    const to = bounds[at + 1];
    const [old, now] = [valueAt(before, from), valueAt(after, from)];
    if (to === undefined || old === now) continue;
    const last = changes.at(-1);
    if (last && last.to === from && last.before === old && last.after === now)
      changes[changes.length - 1] = { ...last, to };
    else
      changes.push({
        from,
        to,
        before: old,
        after: now,
        share: changeShare(old, now),
      });
  }
  return changes;
}

/**
 * Describes the difference between two formulas, with one line for each span: "2 to 5 kg: 100 -> 110 (+10%)"; null if a
 * formula has no weight ranges, or if both formulas have the same values.
 */
export function formulaChangeLines(before: string, after: string): string[] | null {
  const [old, now] = [before, after].map(text => readFormula('', text));
  if (!old || !now || old.problems.length + now.problems.length > 0) return null;
  const amount = (value: number | null) => (value === null ? 'none' : valueText(value));
  const lines = compareFormulas(old.rows, now.rows).map(({ from, to, before: was, after: is, share }) => {
    const percent = share === null ? '' : ` (${share > 0 ? '+' : ''}${percentText(mulDiv(share, 1, 100) * 100)})`;
    return `${kilograms(from)} to ${kilograms(to)} kg: ${amount(was)} -> ${amount(is)}${percent}`;
  });
  return lines.length === 0 ? null : lines;
}
