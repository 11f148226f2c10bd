/** Billed parcels in reconciliation, to which the bill and rate pages link. */

export const ORDERS_PATH = '/opslogisticsrecon/orders';

/** A link to orders: those of a bill or class, or those of a channel on certain days. */
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
