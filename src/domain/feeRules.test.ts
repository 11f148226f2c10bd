import { expect, it } from 'vitest';
import { FEE_MODE, FEE_MODE_FOLLOWS, feeRuleProblem } from './feeRules.ts';
import { withFollowing } from './follows.ts';

const REQUIRED = 'Fixed Fee is required if the fee mode is Fixed';
const ABOVE = 'Fixed Fee must be above 0 if the fee mode is Fixed. To charge nothing, use Free';
const emptyFor = (mode: string) =>
  `Fixed Fee must be empty if the fee mode is ${mode}. To charge a fixed fee, use Fixed`;

it.each([
  [FEE_MODE.fixed, 1, undefined],
  [FEE_MODE.fixed, 0, ABOVE],
  [FEE_MODE.fixed, null, REQUIRED],
  [FEE_MODE.free, null, undefined],
  [FEE_MODE.rate, null, undefined],
  [FEE_MODE.free, 0, emptyFor('Free')],
  [FEE_MODE.rate, 0, emptyFor('Rate')],
  [FEE_MODE.rate, 5, emptyFor('Rate')],
  [FEE_MODE.fixed, undefined, undefined],
  [FEE_MODE.rate, undefined, undefined],
  [undefined, 0, undefined],
])('the problem of a rule with mode %s and fee %s is: %s', (feeMode, fee, problem) => {
  const found = feeRuleProblem({ feeMode, fee });
  expect(found?.problem).toBe(problem);
  expect(found?.field ?? 'fee').toBe('fee');
});

it.each([
  [FEE_MODE.rate, null],
  [FEE_MODE.free, null],
  [FEE_MODE.fixed, 900],
])('a rule whose mode becomes %s has the fee %s', (feeMode, fee) => {
  const row = { feeMode: feeMode === FEE_MODE.fixed ? FEE_MODE.free : FEE_MODE.fixed, fee: 900 };
  expect({ ...row, ...withFollowing(FEE_MODE_FOLLOWS, row, { feeMode }) }).toEqual({ feeMode, fee });
});
