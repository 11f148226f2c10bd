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
/** Parts of one bill, rows of all of them, and parcels that one call names. */
export const BILL_FILES_MOST = 20;
export const BILL_LINES_MOST = 500_000;
export const ID_LIST_MOST = 10_000;
