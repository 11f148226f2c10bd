/** States of a bill: its files are read, then its parcels are compared; after that it waits for people. */
export const BILL_STATES = ['queued', 'reading', 'comparing', 'ready', 'failed'] as const;
export type BillState = (typeof BILL_STATES)[number];

export const BILL_STATE_LABELS: Readonly<Record<BillState, string>> = {
  queued: 'Waiting',
  reading: 'Reading',
  comparing: 'Comparing',
  ready: 'Compared',
  failed: 'Not read',
};

/** Refused rows of which a bill keeps number and reason; the others are counted. */
export const REFUSALS_KEPT = 200;
/** Names of charges without a kind of which a bill keeps count and sum each; those of further names are counted together. */
export const UNMAPPED_KEPT = 200;
/** What charges of further names are kept under: no charge is called that, since names have no space at their beginning. */
export const FURTHER_CHARGES = ' further';

export type Unmapped = Record<string, { count: number; amount: string }>;

/** Adds charges without a kind to what is counted of them: every one counts, under its own name or with those of further names. */
export function countUnmapped(
  before: Unmapped,
  charges: Iterable<{ kind: string; name: string; amount: bigint }>,
): Unmapped {
  // A map, since a supplier may call a charge "constructor".
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

/** Parts of one bill, rows of all of them, and parcels that one call names. */
export const BILL_FILES_MOST = 20;
export const BILL_LINES_MOST = 500_000;
export const ID_LIST_MOST = 10_000;
