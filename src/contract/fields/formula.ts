import * as z from 'zod/mini';
import { canonicalJson } from '../../domain/canonicalJson.ts';
import type { Country } from '../../domain/country.ts';
import { lostLetterProblem } from '../../domain/lostLetter.ts';
import { canonicalFormula, formulaWords, readFormula } from '../../domain/rates/formula.ts';
import { WEIGHT_LABELS } from '../../domain/rates/weightRanges.ts';
import { byText, scattered, type FieldBase, type FieldKind, type Read } from './base.ts';

/**
 * The formula of a rate (RATE-3): JSON with weight ranges in canonical form. The record's rule checks the ranges if the
 * field `model` uses them (domain/rates/rateRules); a form edits them as rows.
 */
export interface FormulaField extends FieldBase {
  kind: 'formula';
  /** The field with the rate's model. */
  model: string;
  /** The maximum length of its JSON. */
  max: number;
  /** Whether it may be left empty (null). */
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
 * The canonical form: weight ranges are in canonical form even if the model's check refuses them; any other JSON has
 * sorted keys.
 */
function canonical(field: FormulaField, value: unknown): Read {
  const text = String(value);
  const lost = lostLetterProblem(field.label, text);
  if (lost) return lost;
  const json = canonicalJson(text);
  if (json === null) return { problem: `${field.label} must be JSON like {"weight_range":[[0,5,18000]]}` };
  const { problems } = readFormula(field.label, text);
  return within(field, problems.length > 0 ? json : canonicalFormula(text));
}

/** Parses the input typed into the rows of a form; rows with cells that are not numbers cannot be stored. */
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
