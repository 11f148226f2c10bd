/** Reports over years: sums of the parcels of settled bills (docs/recon.md). */

/** What parcels are summed up by. The counters of bills know all but the last two. */
export const YEAR_GROUPS = ['supplier', 'channel', 'year', 'month', 'status', 'reason', 'service', 'zone'] as const;
export type YearGroup = (typeof YEAR_GROUPS)[number];

/** Groups that one answer has; the totals are those of all. */
export const GROUPS_MOST = 2_000;

/** Years that bills may be of. */
export const FIRST_YEAR = 2000;
export const LAST_YEAR = 2199;
