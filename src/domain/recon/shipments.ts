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

/**
 * The statuses at which a supplier may bill a channel's parcel.
 * @param text `launch_logistics_status` of the channel's configuration: {"statuses": [1, 2]}; for null or any other
 * string, only delivered parcels may be billed
 */
export function billableStatuses(text: string | null): readonly number[] {
  if (text === null) return DELIVERED_ALONE;
  try {
    const { statuses } = JSON.parse(text) as { statuses?: unknown };
    const known = LOGISTICS_STATUSES.map(({ value }) => value as number);
    return Array.isArray(statuses) && statuses.every(one => known.includes(one as number))
      ? (statuses as number[])
      : DELIVERED_ALONE;
  } catch {
    return DELIVERED_ALONE;
  }
}
