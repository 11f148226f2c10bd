import { describe, expect, it } from 'vitest';
import { rateProblem } from './rateRules.ts';

const rate = (esf: string | null, asf: string | null = null, models: [number, number] = [1, 0]) => ({
  esfModel: models[0],
  asfModel: models[1],
  esfCalculationFormula: esf,
  asfCalculationFormula: asf,
});
const WEIGHTS = '{"weight_range":[[0,5,18000]]}';
const GAP = '{"weight_range":[[0,5,1],[7,9,2]]}';

describe('validating a rate (RATE-4)', () => {
  it.each<[string, ReturnType<typeof rate>, string | null]>([
    ['valid weight ranges', rate(WEIGHTS), null],
    ['a gap', rate(GAP), 'esfCalculationFormula: Missing weight range in [5, 7)'],
    ['a gap in the ASF formula', rate(WEIGHTS, GAP, [1, 1]), 'asfCalculationFormula: Missing weight range in [5, 7)'],
    ['a gap in a formula that the model does not use', rate(GAP, GAP, [0, 2]), null],
    ['a formula that the change does not affect', { ...rate(GAP), esfCalculationFormula: undefined as never }, null],
    ['a missing formula', rate(null), 'esfCalculationFormula: ESF Formula is required'],
    ['no formula and no model that requires one', rate(null, null, [2, 0]), null],
  ])('a rate with %s is validated', (_name, values, problem) => {
    const found = rateProblem(values);
    expect(found && `${found.field}: ${found.problem}`).toBe(problem);
  });
});
