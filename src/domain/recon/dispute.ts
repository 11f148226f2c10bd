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

/**
 * The actions that a person can take in each state of a dispute. Credits change the state automatically
 * (`afterCredits`).
 */
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
  /** The amount still in dispute, in units of 1/100000 of the currency; never negative. */
  open: bigint;
  recovered: bigint;
}

/**
 * Offsets credit notes against a dispute, which becomes Partly if it is partly credited and Closed if it is fully
 * credited. A credit above the disputed amount closes the dispute; the excess belongs to the bill.
 * @param credits amounts of the credit notes; their signs are ignored, because suppliers use either sign
 */
export function afterCredits(state: DisputeState, disputed: bigint, credits: readonly bigint[]): DisputeBalance {
  const credited = credits.reduce((sum, credit) => sum + (credit < 0n ? -credit : credit), 0n);
  const recovered = credited < disputed ? credited : disputed;
  const open = disputed - recovered;
  if (state === 'closed' || credited === 0n) return { state, open, recovered };
  return { state: open === 0n ? 'closed' : 'partly', open, recovered };
}

/**
 * What is wrong with the signs in a credit note, as a sentence; null if nothing is. Suppliers write credits with either
 * sign, but use the same sign for all lines of a note: a line with the opposite sign is a new charge and does not count
 * as a credit.
 */
export function creditSignProblem(lines: readonly { tracking: string; amount: bigint }[]): string | null {
  const below = lines.filter(({ amount }) => amount < 0n);
  const above = lines.filter(({ amount }) => amount > 0n);
  if (below.length === 0 || above.length === 0) return null;
  const fewer = below.length < above.length ? below : above;
  return `lines: ${below.length} of ${lines.length} amounts are below zero and ${above.length} above, for example that of ${fewer[0]?.tracking}. All amounts of a credit note must have the same sign. Remove the amounts that the supplier charges again, and submit them as a bill`;
}

/**
 * The last day on which a bill can be disputed.
 * @param billDay date of the bill, YYYY-MM-DD
 * @param contractDays the number of calendar days that the contract allows, not counting the day of the bill
 */
export const disputeDeadline = (billDay: string, contractDays: number): string => addDays(billDay, contractDays);

/** The states in which a dispute is undecided, so that the deadline matters. */
export const UNDECIDED: readonly DisputeState[] = ['open', 'sent', 'partly'];

/** How many days before a deadline people are notified. */
export const DUE_DAYS = 14;

/**
 * Whether a deadline is close enough for a notification.
 * @param days the maximum number of days before the deadline
 */
export const isDue = (deadline: string, today: string, days: number): boolean =>
  today <= deadline && deadline <= addDays(today, days);
