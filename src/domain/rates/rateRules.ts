import type { Problem } from '../problem.ts';
import { formulaProblems } from './formula.ts';

/** Rules for rates (RATE-2, RATE-4; G25 leaves the models open). */

/**
 * How a fee is computed. The documents define only model 1, whose formula has weight ranges. The other two models are
 * our decision: 0 charges nothing, and 2 uses the channel's rate table. Neither needs a formula, and a stored formula
 * is not validated.
 */
export const RATE_MODEL = { none: 0, weightRange: 1, rateTable: 2 } as const;

export const RATE_MODELS = [
  { value: RATE_MODEL.none, label: 'None' },
  { value: RATE_MODEL.weightRange, label: 'Weight Range' },
  { value: RATE_MODEL.rateTable, label: 'Rate Table' },
] as const;

/** For each model field, the field that contains the formula, and that field's label. */
export const FORMULA_OF = {
  esfModel: { field: 'esfCalculationFormula', label: 'ESF Formula' },
  asfModel: { field: 'asfCalculationFormula', label: 'ASF Formula' },
} as const;

/** The maximum length of a serialized formula, which is enough for a few thousand ranges. */
export const FORMULA_MOST = 100_000;

/**
 * The problem that prevents a rate from being saved: the first message about a formula whose model uses weight ranges.
 * Shared by forms, cells, files, calls and bulk changes (RATE-4). Missing values are not checked.
 */
export function rateProblem(values: Readonly<Record<string, unknown>>): Problem | null {
  for (const [model, { field, label }] of Object.entries(FORMULA_OF)) {
    const formula = values[field];
    if (values[model] !== RATE_MODEL.weightRange || formula === undefined) continue;
    const [first] = formulaProblems(label, typeof formula === 'string' ? formula : '');
    if (first) return { field, problem: first.message };
  }
  return null;
}
