/** Billed parcels of reconciliation, which the bill and rate pages link to. */

export const ORDERS_PATH = '/opslogisticsrecon/orders';

/** Orders shown by a link: those of a bill or class, or of a channel on certain days. */
export interface OrderFilters {
  bill_id?: number;
  status?: number;
  reason?: string;
  channel_id?: number;
  shipped_from?: string;
  shipped_until?: string;
}

export function ordersHref(filters: OrderFilters): string {
  return `${ORDERS_PATH}?q=${encodeURIComponent(JSON.stringify(filters))}`;
}
