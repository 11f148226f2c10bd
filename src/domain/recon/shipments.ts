import type { Problem } from '../problem.ts';

/** Shipments: the platform's own data about the parcels for which suppliers send bills (issue 30, 1). */

/** Logistics statuses of a shipment. */
export const LOGISTICS_STATUS = { inTransit: 0, delivered: 1, returned: 2, lost: 3 } as const;
export const LOGISTICS_STATUSES = [
  { value: LOGISTICS_STATUS.inTransit, label: 'In transit', sls: 'SLS_IN_TRANSIT' },
  { value: LOGISTICS_STATUS.delivered, label: 'Delivered', sls: 'SLS_DELIVERED' },
  { value: LOGISTICS_STATUS.returned, label: 'Returned', sls: 'SLS_RETURNED' },
  { value: LOGISTICS_STATUS.lost, label: 'Lost', sls: 'SLS_LOST' },
] as const;

/** What a logistics partner can do with a parcel, and the status that results from it. */
export const LOGISTICS_ACTIONS = [
  { action: 'Pick up', status: LOGISTICS_STATUS.inTransit },
  { action: 'Deliver', status: LOGISTICS_STATUS.delivered },
  { action: 'Return', status: LOGISTICS_STATUS.returned },
  { action: 'Declare lost', status: LOGISTICS_STATUS.lost },
] as const;

/** By default, a supplier may bill only delivered parcels. */
const DELIVERED_ALONE: readonly number[] = [LOGISTICS_STATUS.delivered];

const KNOWN: ReadonlySet<unknown> = new Set(LOGISTICS_STATUSES.map(({ value }) => value));

/** The statuses in {"statuses": [1, 2]}; null for any other string, and for statuses that do not exist. */
function statusesIn(text: string): readonly number[] | null {
  try {
    const read = JSON.parse(text) as { statuses?: unknown } | null;
    const statuses = read?.statuses;
    return Array.isArray(statuses) && statuses.every(one => KNOWN.has(one)) ? (statuses as number[]) : null;
  } catch {
    return null;
  }
}

/** Rule of a recon channel: the statuses at which its parcels may be billed are logistics statuses (REC-1, REC-2). */
export function reconChannelProblem(values: Readonly<Record<string, unknown>>): Problem | null {
  const { launch_logistics_status: text } = values;
  if (typeof text !== 'string' || text === '' || statusesIn(text) !== null) return null;
  const known = LOGISTICS_STATUSES.map(({ value, label }) => `${value} (${label})`).join(', ');
  return {
    field: 'launch_logistics_status',
    problem: `Billable Statuses must list logistics statuses, such as {"statuses":[1,2]}; the statuses are ${known}`,
  };
}

/**
 * The statuses at which a supplier may bill a channel's parcel.
 * @param text `launch_logistics_status` of the channel's configuration; only delivered parcels may be billed if it is
 * null or not valid
 */
export const billableStatuses = (text: string | null): readonly number[] =>
  (text === null ? null : statusesIn(text)) ?? DELIVERED_ALONE;
