/** States of a bill: its files are read, then its parcels are compared; after that people review it. */
export const BILL_STATES = ['queued', 'reading', 'comparing', 'ready', 'failed'] as const;
export type BillState = (typeof BILL_STATES)[number];

export const BILL_STATE_LABELS: Readonly<Record<BillState, string>> = {
  queued: 'Waiting',
  reading: 'Reading',
  comparing: 'Comparing',
  ready: 'Compared',
  failed: 'Not read',
};

/** The most refused rows whose number and reason a bill stores; further ones are only counted. */
export const REFUSALS_KEPT = 200;
/**
 * The most names of charges without a kind for which a bill stores count and sum; charges with further names are
 * counted together.
 */
export const UNMAPPED_KEPT = 200;
/** Key for charges with further names: no charge has it, because names do not begin with a space. */
export const FURTHER_CHARGES = ' further';

export type Unmapped = Record<string, { count: number; amount: string }>;

/** Adds charges without a kind to their counters, under their own name or with the further names. */
export function countUnmapped(
  before: Unmapped,
  charges: Iterable<{ kind: string; name: string; amount: bigint }>,
): Unmapped {
  // A map, because a supplier may name a charge "constructor".
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

/** Limits: parts of one bill, rows of all parts, and parcels in one call. */
export const BILL_FILES_MOST = 20;
export const BILL_LINES_MOST = 500_000;
export const ID_LIST_MOST = 10_000;
