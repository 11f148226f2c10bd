/** Billed parcels of reconciliation, to which pages of bills and of rates lead. */

export const ORDERS_PATH = '/opslogisticsrecon/orders';

/** Orders that a link leads to: those of a bill or class, or of a channel's days. */
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
