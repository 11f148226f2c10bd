import type { Queryable } from '../db/transaction.ts';
import type { StoredResult } from './compare.ts';
import { CounterChanges } from './counters.ts';
import { countedOf, PARCEL_COLUMNS, type ParcelRecord } from './parcels.ts';

/**
 * Writes results into parcels that are still as they were compared, with the counters. A parcel that somebody changed meanwhile stays as it is.
 * @returns ids of those that were written
 */
export async function storeResults(
  db: Queryable,
  parcels: readonly ParcelRecord[],
  results: ReadonlyMap<number, StoredResult>,
): Promise<Set<number>> {
  const chosen = parcels.flatMap(parcel => {
    const result = results.get(parcel.id);
    return result ? [{ parcel, result }] : [];
  });
  if (chosen.length === 0) return new Set();
  const of = <T>(value: (result: StoredResult) => T): T[] => chosen.map(({ result }) => value(result));
  const { rows } = await db.query<ParcelRecord>(
    `UPDATE recon_parcels p SET status = r.status, reason = r.reason, side = r.side, earlier = r.earlier, expected = r.expected,
            difference = r.difference, shipment = r.shipment, channel_id = r.channel_id, quote = r.quote, rate_hash = r.rate_hash,
            version = p.version + 1
       FROM unnest($1::int8[], $2::int4[], $3::int2[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::numeric[], $9::text[], $10::int8[], $11::jsonb[], $12::text[])
            AS r (id, version, status, reason, side, earlier, expected, difference, shipment, channel_id, quote, rate_hash)
      WHERE p.id = r.id AND p.version = r.version
     RETURNING ${PARCEL_COLUMNS}`,
    [
      chosen.map(({ parcel }) => parcel.id),
      chosen.map(({ parcel }) => parcel.version),
      of(({ status }) => status),
      of(({ reason }) => reason),
      of(({ side }) => side),
      of(({ earlier }) => earlier),
      of(({ expected }) => expected),
      of(({ difference }) => difference),
      of(({ shipment }) => shipment),
      of(({ channelId }) => channelId),
      of(({ quote }) => (quote === null ? null : JSON.stringify(quote))),
      of(({ rateHash }) => rateHash),
    ],
  );
  const before = new Map(parcels.map(parcel => [parcel.id, parcel]));
  const counters = new CounterChanges();
  for (const after of rows) {
    const was = before.get(after.id);
    if (was) counters.move(countedOf(was), countedOf(after));
  }
  await counters.apply(db);
  return new Set(rows.map(({ id }) => id));
}
