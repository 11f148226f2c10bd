import type { Follow } from './follows.ts';
import type { Problem } from './problem.ts';

/** Shipping fee rules: what a channel charges the shops of a group (RULE-1, RULE-2, RULE-6, G96). */

/** Rate: the fee from the channel's rate. Fixed: one amount per parcel. Free: no fee. */
export const FEE_MODE = { rate: 0, fixed: 1, free: 2 } as const;

export const FEE_MODES = [
  { value: FEE_MODE.rate, label: 'Rate' },
  { value: FEE_MODE.fixed, label: 'Fixed' },
  { value: FEE_MODE.free, label: 'Free' },
] as const;

/** The maximum fixed fee, in currency units. */
export const FEE_MOST = 1_000_000_000;

/** Only a rule with a fixed fee has one, so another mode removes it. */
export const FEE_MODE_FOLLOWS: readonly Follow[] = [
  { field: 'feeMode', to: [FEE_MODE.rate, FEE_MODE.free], set: { fee: null } },
];

/**
 * A fixed fee is required in mode Fixed, where it must be above 0: to charge nothing, the mode must be Free. In the other
 * modes it must be empty, because "no fee" is not a fee of 0.
 */
export function feeRuleProblem({ feeMode, fee }: Readonly<Record<string, unknown>>): Problem | null {
  if (feeMode === undefined || fee === undefined) return null;
  if (feeMode !== FEE_MODE.fixed) {
    const mode = FEE_MODES.find(({ value }) => value === feeMode)?.label;
    return fee === null
      ? null
      : {
          field: 'fee',
          problem: `Fixed Fee must be empty if the fee mode is ${mode}. To charge a fixed fee, use Fixed`,
        };
  }
  if (fee === null) return { field: 'fee', problem: 'Fixed Fee is required if the fee mode is Fixed' };
  return fee === 0
    ? { field: 'fee', problem: 'Fixed Fee must be above 0 if the fee mode is Fixed. To charge nothing, use Free' }
    : null;
}
