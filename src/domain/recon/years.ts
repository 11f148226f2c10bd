/** Reports over years: sums of the parcels of settled bills (docs/recon.md). */

/** What parcels can be grouped by. The counters of bills have all of these except the last two. */
export const YEAR_GROUPS = ['supplier', 'channel', 'year', 'month', 'status', 'reason', 'service', 'zone'] as const;
export type YearGroup = (typeof YEAR_GROUPS)[number];

/** The maximum number of groups in one response; the totals cover all groups. */
export const GROUPS_MOST = 2_000;

/** The first and last year that bills may have. */
export const FIRST_YEAR = 2000;
export const LAST_YEAR = 2199;
