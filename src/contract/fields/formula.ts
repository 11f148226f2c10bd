import * as z from 'zod/mini';
import { canonicalJson } from '../../domain/canonicalJson.ts';
import type { Country } from '../../domain/country.ts';
import { repeatedNameProblem } from '../../domain/jsonNames.ts';
import { lostLetterProblem } from '../../domain/lostLetter.ts';
import { canonicalFormula, formulaWords, readFormula } from '../../domain/rates/formula.ts';
import { WEIGHT_LABELS } from '../../domain/rates/weightRanges.ts';
import { byText, scattered, type FieldBase, type FieldKind, type Read } from './base.ts';

/**
 * A rate's formula (RATE-3): JSON with its weight ranges in canonical form. If the field `model` is set to weight
 * ranges, the record's rule validates them (domain/rates/rateRules); in a form, they are edited as rows.
 */
export interface FormulaField extends FieldBase {
  kind: 'formula';
  /** The name of the field that contains the rate's model. */
  model: string;
  /** The maximum length of the JSON. */
  max: number;
  /** Whether the field may be left empty (null). */
  empty: true;
}

export const formula = (label: string, options: Omit<FormulaField, 'kind' | 'label' | 'empty'>): FormulaField => ({
  kind: 'formula',
  label,
  empty: true,
  ...options,
});

const within = ({ label, max }: FormulaField, value: string): Read =>
  value.length > max ? { problem: `${label} allows at most ${max} characters` } : { value };

/**
 * The canonical form: weight ranges are canonicalized even if the model's check rejects them; any other JSON gets
 * sorted keys.
 */
function canonical(field: FormulaField, value: unknown): Read {
  const text = String(value);
  const lost = lostLetterProblem(field.label, text);
  if (lost) return lost;
  const json = canonicalJson(text);
  const repeated = repeatedNameProblem(field.label, text);
  if (repeated !== null) return { problem: repeated };
  if (json === null) return { problem: `${field.label} must be JSON like {"weight_range":[[0,5,18000]]}` };
  const { problems } = readFormula(field.label, text);
  return within(field, problems.length > 0 ? json : canonicalFormula(text));
}

/** Parses what a person typed into the rows of a form. Rows with cells that are not numbers are rejected. */
function typed(field: FormulaField, text: string, country: Country): Read {
  const { rows, problems } = readFormula(field.label, text, country);
  const [first] = problems;
  if (first) return { problem: first.message };
  for (const row of rows)
    for (const name of ['a', 'b', 'x'] as const)
      if (row[name] === null) return { problem: `${WEIGHT_LABELS[name]} is required` };
  return within(field, canonicalFormula(text, country));
}

export const formulaKind: FieldKind<FormulaField> = {
  shape: ({ max }, written) => (written ? z.string().check(z.minLength(1), z.maxLength(max)) : z.string()),
  sql: 'text',
  cached: () => 'text',
  words: (_field, value) => formulaWords(String(value)),
  typed: { write: (_field, value) => String(value), read: typed },
  canonical,
  sheet: field => ({
    kind: 'own',
    holds: 'text',
    takes: 'A formula like {"weight_range":[[0,5,18000]]}: start weight, end weight (kg) and value of each range',
    read: text => canonical(field, text),
    none: true,
  }),
  cell: (_field, value) => String(value),
  filters: ['containing'],
  initial: () => '',
  compare: byText,
  sample: (_field, n) => `{"weight_range":[[0,${scattered(n)},${n}]]}`,
};
