import type { Problem } from '../problem.ts';
import type { Tolerance } from './tolerance.ts';

/**
 * Recon shipping fee rules, which define the permitted difference between a supplier's bill and the quote (REC-9, G96).
 */

/** Whether a rule applies its amounts, its percentages, or the smaller of the two. */
export const FEE_RULE_TYPE = { amount: 1, percent: 2, both: 3 } as const;
export const FEE_RULE_TYPES = [
  { value: FEE_RULE_TYPE.amount, label: 'Amount' },
  { value: FEE_RULE_TYPE.percent, label: 'Percent' },
  { value: FEE_RULE_TYPE.both, label: 'Smaller of both' },
] as const;

/** The maximum amount in a rule, in currency units. */
export const RULE_AMOUNT_MOST = 1_000_000_000;
export const SUPPLIER_ID_MOST = 999_999_999;

/**
 * A rule as stored in a record, with amounts in units of 1/100000 of the currency and shares in millionths; null if not
 * set.
 */
export interface FeeRule {
  fee_rule_type: number;
  over_amount: number | null;
  over_percent: number | null;
  under_amount: number | null;
  under_percent: number | null;
  bill_cap: number | null;
}

const isEmpty = (value: unknown): boolean => value === null;

/** The values that a rule's type uses are required: an empty value would silently mean a tolerance of zero. */
export function feeRuleProblem(values: Readonly<Record<string, unknown>>): Problem | null {
  const type = values['fee_rule_type'];
  if (type === undefined) return null;
  const needed: (readonly [field: string, label: string])[] = [];
  if (type === FEE_RULE_TYPE.amount || type === FEE_RULE_TYPE.both)
    needed.push(['over_amount', 'Over Amount'], ['under_amount', 'Under Amount']);
  if (type === FEE_RULE_TYPE.percent || type === FEE_RULE_TYPE.both)
    needed.push(['over_percent', 'Over Percent'], ['under_percent', 'Under Percent']);
  const lacking = needed.find(([field]) => isEmpty(values[field]));
  return lacking
    ? { field: lacking[0], problem: `${lacking[1]} is required by this type of rule; 0 accepts no difference` }
    : null;
}

/** The tolerance that a rule defines. */
export function toleranceOf(rule: FeeRule): Tolerance {
  const amounts = rule.fee_rule_type !== FEE_RULE_TYPE.percent;
  const shares = rule.fee_rule_type !== FEE_RULE_TYPE.amount;
  const side = (amount: number | null, ppm: number | null) => ({
    amount: amounts ? amount : null,
    ppm: shares ? ppm : null,
  });
  return {
    over: side(rule.over_amount, rule.over_percent),
    under: side(rule.under_amount, rule.under_percent),
    cap: rule.bill_cap === null ? null : BigInt(rule.bill_cap),
  };
}

/** The rule of a supplier that has none: no difference is accepted. */
export const NO_RULE: FeeRule = {
  fee_rule_type: FEE_RULE_TYPE.amount,
  over_amount: 0,
  over_percent: null,
  under_amount: 0,
  under_percent: null,
  bill_cap: null,
};

/** Whether two rules accept the same differences. */
export const isSameRule = (one: FeeRule, other: FeeRule): boolean =>
  (Object.keys(NO_RULE) as (keyof FeeRule)[]).every(key => one[key] === other[key]);
