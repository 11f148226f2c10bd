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

describe('a rate (RATE-4)', () => {
  it.each<[string, ReturnType<typeof rate>, string | null]>([
    ['right weight ranges', rate(WEIGHTS), null],
    ['a gap', rate(GAP), 'esfCalculationFormula: Missing weight range in [5, 7)'],
    ['a gap for ASF', rate(WEIGHTS, GAP, [1, 1]), 'asfCalculationFormula: Missing weight range in [5, 7)'],
    ['a gap that no model looks at', rate(GAP, GAP, [0, 2]), null],
    ['a formula that a change does not touch', { ...rate(GAP), esfCalculationFormula: undefined as never }, null],
    ['no formula', rate(null), 'esfCalculationFormula: ESF Formula is required'],
    ['no formula and no model that needs one', rate(null, null, [2, 0]), null],
  ])('a rate with %s is checked', (_name, values, problem) => {
    const found = rateProblem(values);
    expect(found && `${found.field}: ${found.problem}`).toBe(problem);
  });
});
