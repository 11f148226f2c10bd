/** Multi-year reports, which sum up the parcels of settled bills (docs/recon.md). */

/** The dimensions by which parcels can be grouped. The counters of bills cover all of them except the last two. */
export const YEAR_GROUPS = ['supplier', 'channel', 'year', 'month', 'status', 'reason', 'service', 'zone'] as const;
export type YearGroup = (typeof YEAR_GROUPS)[number];

/** The maximum number of groups in a response; the totals cover all groups. */
export const GROUPS_MOST = 2_000;

/** The earliest and latest year that a bill may have. */
export const FIRST_YEAR = 2000;
export const LAST_YEAR = 2199;
