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

/** A fixed fee must be above 0. To charge nothing, the mode must be Free. */
export function feeRuleProblem({ feeMode, fee }: Readonly<Record<string, unknown>>): Problem | null {
  return feeMode === FEE_MODE.fixed && fee === 0
    ? { field: 'fee', problem: 'Fixed Fee must be above 0 if the fee mode is Fixed. To charge nothing, use Free' }
    : null;
}
