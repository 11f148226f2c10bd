import { expect, it } from 'vitest';
import { FEE_MODE, feeRuleProblem } from './feeRules.ts';

it.each([
  [FEE_MODE.fixed, 1, undefined],
  [FEE_MODE.fixed, 0, 'fee'],
  [FEE_MODE.free, 0, undefined],
  [FEE_MODE.rate, 0, undefined],
  [FEE_MODE.fixed, undefined, undefined],
  [undefined, 0, undefined],
])('in a rule with mode %s and fee %s, the invalid field is %s', (feeMode, fee, field) =>
  expect(feeRuleProblem({ feeMode, fee })?.field).toBe(field),
);
