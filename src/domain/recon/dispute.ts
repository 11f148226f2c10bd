import { addDays } from '../calendarDay.ts';

/** States of a dispute (study 2 d 6). */
export const DISPUTE_STATES = ['open', 'sent', 'partly', 'accepted', 'refused', 'closed'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const DISPUTE_LABELS: Readonly<Record<DisputeState, string>> = {
  open: 'Open',
  sent: 'Sent',
  partly: 'Partly',
  accepted: 'Accepted',
  refused: 'Refused',
  closed: 'Closed',
};

/** What a person may do with a dispute in a state. Credits change a state automatically (`afterCredits`). */
export const NEXT_DISPUTE_STATES: Readonly<Record<DisputeState, readonly DisputeState[]>> = {
  open: ['sent', 'closed'],
  sent: ['accepted', 'refused', 'closed'],
  partly: ['accepted', 'refused', 'closed'],
  accepted: ['closed'],
  refused: ['sent', 'closed'],
  closed: [],
};

export interface DisputeBalance {
  state: DisputeState;
  /** What is still open, in 1/100000 of the currency; never below 0. */
  open: bigint;
  recovered: bigint;
}

/**
 * Offsets credit notes against a dispute: a partly credited dispute is Partly, a fully credited one is Closed. A credit
 * above the disputed amount closes it; the excess belongs to the bill, not the dispute.
 * @param credits amounts of the credit notes, above 0, regardless of the supplier's sign
 */
export function afterCredits(state: DisputeState, disputed: bigint, credits: readonly bigint[]): DisputeBalance {
  const credited = credits.reduce((sum, credit) => sum + (credit < 0n ? -credit : credit), 0n);
  const recovered = credited < disputed ? credited : disputed;
  const open = disputed - recovered;
  if (state === 'closed' || credited === 0n) return { state, open, recovered };
  return { state: open === 0n ? 'closed' : 'partly', open, recovered };
}

/**
 * What is wrong with the signs of a credit note, as a sentence; null if nothing is. Suppliers write credits with either
 * sign, but all lines of a note with the same: one with the other sign is charged again, and counts as no credit.
 */
export function creditSignProblem(lines: readonly { tracking: string; amount: bigint }[]): string | null {
  const below = lines.filter(({ amount }) => amount < 0n);
  const above = lines.filter(({ amount }) => amount > 0n);
  if (below.length === 0 || above.length === 0) return null;
  const fewer = below.length < above.length ? below : above;
  return `lines: ${below.length} of ${lines.length} amounts are below zero and ${above.length} above, for example that of ${fewer[0]?.tracking}. A credit note has one sign: remove what the supplier charges again, and submit it as a bill`;
}

/**
 * The last day on which a bill can be disputed.
 * @param billDay day of the bill, YYYY-MM-DD
 * @param contractDays calendar days that the contract allows, the bill's day not counted
 */
export const disputeDeadline = (billDay: string, contractDays: number): string => addDays(billDay, contractDays);

/** Undecided states, whose deadline matters. */
export const UNDECIDED: readonly DisputeState[] = ['open', 'sent', 'partly'];

/** Number of days before a deadline at which it is announced. */
export const DUE_DAYS = 14;

/** Whether a deadline is near enough for a notice. @param days how many days ahead */
export const isDue = (deadline: string, today: string, days: number): boolean =>
  today <= deadline && deadline <= addDays(today, days);
