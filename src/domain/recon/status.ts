/** The statuses of a billed parcel and of a class of parcels (shell spec 3, "recon statuses"). */
export const RECON_STATUS = {
  rejected: 1,
  approved: 2,
  deleted: 3,
  paid: 4,
  pending: 5,
  discrepant: 6,
  matched: 7,
  failed: 8,
} as const;
export type ReconStatus = (typeof RECON_STATUS)[keyof typeof RECON_STATUS];

export const RECON_STATUS_LABELS: Readonly<Record<ReconStatus, string>> = {
  1: 'Rejected',
  2: 'Approved',
  3: 'Deleted',
  4: 'Paid',
  5: 'Pending',
  6: 'Discrepant',
  7: 'Matched',
  8: 'Failed',
};

/** Statuses that only the comparison sets, never a person (G26). */
export const COMPARED: readonly ReconStatus[] = [RECON_STATUS.matched, RECON_STATUS.discrepant, RECON_STATUS.failed];

/** The statuses that a person may set (G26). `pending` starts a re-recon: the parcel is compared again. */
export type ReconTarget = 1 | 2 | 3 | 4 | 5;

const { rejected, approved, deleted, paid, pending, discrepant, matched, failed } = RECON_STATUS;

/**
 * The statuses that a person may assign to a parcel, by its current status (study 2 d 6). Paid is final: later credits
 * are separate rows. Approved can be reverted only through Rejected; Rejected and Deleted can be reverted only through
 * a re-recon.
 */
export const NEXT_STATUSES: Readonly<Record<ReconStatus, readonly ReconTarget[]>> = {
  [pending]: [deleted],
  [matched]: [approved, rejected, deleted, pending],
  [discrepant]: [approved, rejected, deleted, pending],
  [failed]: [rejected, deleted, pending],
  [approved]: [paid, rejected],
  [rejected]: [pending],
  [deleted]: [pending],
  [paid]: [],
};

/**
 * Statuses that are normally final: the parcel has been paid or will not be paid. A bill is settled once all its
 * parcels have one of them. Approved is not among them, because such a parcel is still to be paid or rejected.
 */
export const SETTLED_STATUSES: readonly ReconStatus[] = [paid, rejected, deleted];

export interface StatusChange {
  from: ReconStatus;
  to: ReconTarget;
  /** The person who submitted the bill, and the person who changes the status. */
  submittedBy: string;
  person: string;
  remark: string;
  /** Whether the entity allows the submitter of a bill to approve its parcels. */
  ownApproval: boolean;
}

/** What a parcel can become after its status, e.g. "Approved, so it can become only Paid or Rejected". */
export function onlyNext(from: ReconStatus, them: 'it' | 'they'): string {
  const names = NEXT_STATUSES[from].map(status => RECON_STATUS_LABELS[status]);
  const last = names.pop();
  if (last === undefined) return `${RECON_STATUS_LABELS[from]}, which is final`;
  const next = names.length === 0 ? last : `${names.join(', ')} or ${last}`;
  return `${RECON_STATUS_LABELS[from]}, so ${them} can become only ${next}`;
}

/**
 * Why a parcel may not get a status; null if it may. Shared by `filter-available-records` (REC-10), the status update
 * (REC-6), and the options shown on screen.
 */
export function statusProblem({ from, to, submittedBy, person, remark, ownApproval }: StatusChange): string | null {
  if (from === to && from !== paid) return `It is already ${RECON_STATUS_LABELS[to]}.`;
  if (!NEXT_STATUSES[from].includes(to)) return `It is ${onlyNext(from, 'it')}.`;
  if (to === approved && !ownApproval && submittedBy === person)
    return 'You submitted this bill, so someone else has to approve it.';
  if (to === approved && from === discrepant && remark.trim() === '')
    return 'A Discrepant record can be approved only with a remark.';
  return null;
}
