import { addDays } from '../calendarDay.ts';

/** States of a bill: its files are read, then its parcels are compared, and finally people review it. */
export const BILL_STATES = ['queued', 'reading', 'comparing', 'ready', 'failed'] as const;
export type BillState = (typeof BILL_STATES)[number];

export const BILL_STATE_LABELS: Readonly<Record<BillState, string>> = {
  queued: 'Waiting',
  reading: 'Reading',
  comparing: 'Comparing',
  ready: 'Compared',
  failed: 'Not read',
};

/**
 * The maximum number of refused rows for which a bill stores the row number and the reason; all others are only
 * counted.
 */
export const REFUSALS_KEPT = 200;
/**
 * The maximum number of unmapped charge names for which a bill stores a count and a sum. Charges with any other name
 * are counted together.
 */
export const UNMAPPED_KEPT = 200;
/**
 * The key under which charges with all other names are counted. It is not the name of any charge, because names never
 * begin with a space.
 */
export const FURTHER_CHARGES = ' further';

export type Unmapped = Record<string, { count: number; amount: string }>;

/** Counts and sums unmapped charges, each under its own name or, once there are too many names, under a common key. */
export function countUnmapped(
  before: Unmapped,
  charges: Iterable<{ kind: string; name: string; amount: bigint }>,
): Unmapped {
  // A Map rather than an object, because a supplier may name a charge "constructor".
  const named = new Map(Object.entries(before));
  for (const { kind, name, amount } of charges) {
    if (kind !== 'unmapped') continue;
    const own = named.has(FURTHER_CHARGES) ? named.size - 1 : named.size;
    const under = named.has(name) || own < UNMAPPED_KEPT ? name : FURTHER_CHARGES;
    const seen = named.get(under) ?? { count: 0, amount: '0' };
    named.set(under, { count: seen.count + 1, amount: String(BigInt(seen.amount) + amount) });
  }
  return Object.fromEntries(named);
}

/** Limits on the number of files of a bill, the rows in all its files, and the parcels in one call. */
export const BILL_FILES_MOST = 20;
export const BILL_LINES_MOST = 500_000;
export const ID_LIST_MOST = 10_000;

/** The first day that a bill or a credit note may have. Charges are stored by month, and a typo must not add a month. */
export const FIRST_BILL_DAY = '2000-01-01';
/** How many days after today a bill or a credit note may be dated; some suppliers date a bill at the end of its month. */
const BILL_DAYS_AHEAD = 62;

/** Why a bill or a credit note cannot be of a day, as the end of a sentence about the day; null if it can. */
export function billDayProblem(day: string, today: string): string | null {
  const last = addDays(today, BILL_DAYS_AHEAD);
  return day >= FIRST_BILL_DAY && day <= last ? null : `must be from ${FIRST_BILL_DAY} to ${last}. Check the year`;
}

/**
 * The amount billed for parcels without an expected amount, such as Failed ones: billed less expected less difference. It
 * is part of the billed total but of no difference, so the four amounts of a total always agree.
 */
export const notCompared = ({
  billed,
  expected,
  difference,
}: Readonly<Record<'billed' | 'expected' | 'difference', string>>): string =>
  String(BigInt(billed) - BigInt(expected) - BigInt(difference));
