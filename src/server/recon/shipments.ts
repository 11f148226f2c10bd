import type { Country } from '../../domain/country.ts';
import { trackingKey, type ParcelNames } from '../../domain/recon/tracking.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Shipment } from './quotes.ts';

/** Returns the shipment of a billed parcel, or null if there is no order for it. */
export type ShipmentOf = (parcel: ParcelNames) => Shipment | null;

const SHIPMENT_COLUMNS = `tracking, reference, channel_id AS "channelId", shop_id AS "shopId", shipped_on AS "shippedOn", origin_id AS "originId",
  destination_id AS "destinationId", cep, weight, length, width, height, order_value AS "orderValue", cod, status`;

/**
 * Loads shipments by the key of their tracking number or, for parcels whose tracking number matches none, by the key of
 * their reference.
 */
export async function loadShipments(
  db: Queryable,
  entity: Country,
  parcels: readonly ParcelNames[],
): Promise<ShipmentOf> {
  const tracked = await db.query<Shipment>(
    `SELECT ${SHIPMENT_COLUMNS}, replace(tracking, '-', '') AS key FROM shipments
      WHERE country = $1 AND replace(tracking, '-', '') = ANY ($2)
      ORDER BY tracking DESC`,
    [entity, parcels.map(({ tracking }) => trackingKey(tracking)).filter(key => key !== '')],
  );
  const byTracking = new Map(tracked.rows.map(row => [row.key, row]));
  const left = parcels.filter(({ tracking, reference }) => reference !== '' && !byTracking.has(trackingKey(tracking)));
  if (left.length === 0) return ({ tracking }) => byTracking.get(trackingKey(tracking)) ?? null;
  const referred = await db.query<Shipment>(
    `SELECT ${SHIPMENT_COLUMNS}, replace(reference, '-', '') AS key FROM shipments
      WHERE country = $1 AND reference <> '' AND replace(reference, '-', '') = ANY ($2) ORDER BY tracking DESC`,
    [entity, left.map(({ reference }) => trackingKey(reference))],
  );
  const byReference = new Map(referred.rows.map(row => [row.key, row]));
  return ({ tracking, reference }) =>
    byTracking.get(trackingKey(tracking)) ??
    (reference === '' ? null : (byReference.get(trackingKey(reference)) ?? null));
}
