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

/** What a person may do with a dispute in a state. Credits change a state by themselves (`afterCredits`). */
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
 * Sets credit notes against a dispute: with a part of it credited the dispute is Partly, with all of it Closed. A credit beyond what
 * was disputed closes it; what is beyond is on the bill, not on the dispute.
 * @param credits amounts of the credit notes, above 0 whichever sign the supplier writes
 */
export function afterCredits(state: DisputeState, disputed: bigint, credits: readonly bigint[]): DisputeBalance {
  const credited = credits.reduce((sum, credit) => sum + (credit < 0n ? -credit : credit), 0n);
  const recovered = credited < disputed ? credited : disputed;
  const open = disputed - recovered;
  if (state === 'closed' || credited === 0n) return { state, open, recovered };
  return { state: open === 0n ? 'closed' : 'partly', open, recovered };
}

/**
 * The last day on which a bill can be disputed.
 * @param billDay day of the bill, YYYY-MM-DD
 * @param contractDays calendar days that the contract allows, the bill's day not counted
 */
export const disputeDeadline = (billDay: string, contractDays: number): string => addDays(billDay, contractDays);

/** States in which nothing is decided yet: their deadline counts. */
export const UNDECIDED: readonly DisputeState[] = ['open', 'sent', 'partly'];

/** Days ahead of a deadline at which it is announced. */
export const DUE_DAYS = 14;

/** Whether a deadline is near enough for a notice. @param days how many days ahead */
export const isDue = (deadline: string, today: string, days: number): boolean =>
  today <= deadline && deadline <= addDays(today, days);
