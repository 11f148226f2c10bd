import type { Queryable } from '../db/transaction.ts';
import type { StoredResult } from './compare.ts';
import { CounterChanges } from './counters.ts';
import { countedOf, type ParcelRecord } from './parcels.ts';

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
  const { texts, places } = quoteTexts(chosen.map(({ result }) => result));
  const { rows } = await db.query<{ id: number }>(
    `UPDATE recon_parcels p SET status = r.status, reason = r.reason, side = r.side, earlier = r.earlier, expected = r.expected,
            difference = r.difference, shipment = r.shipment, channel_id = r.channel_id, quote = $13::jsonb -> r.quote, rate_hash = r.rate_hash,
            version = p.version + 1
       FROM unnest($1::int8[], $2::int4[], $3::int2[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::numeric[], $9::text[], $10::int8[], $11::int4[], $12::text[])
            AS r (id, version, status, reason, side, earlier, expected, difference, shipment, channel_id, quote, rate_hash)
      WHERE p.id = r.id AND p.version = r.version
     RETURNING p.id`,
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
      places,
      of(({ rateHash }) => rateHash),
      `[${texts.join(',')}]`,
    ],
  );
  const written = new Set(rows.map(({ id }) => id));
  const counters = new CounterChanges();
  for (const { parcel, result } of chosen) {
    if (!written.has(parcel.id)) continue;
    const { status, reason, channelId, expected, difference } = result;
    counters.move(countedOf(parcel), countedOf({ ...parcel, status, reason, channelId, expected, difference }));
  }
  await counters.apply(db);
  return written;
}

/**
 * Each text of quote lines once, with the place of each result's text among them: many parcels cost the same for the same reasons. The
 * statement takes a text by its place in one JSON array; a join would look through all of them for each parcel.
 */
function quoteTexts(results: readonly StoredResult[]): { texts: string[]; places: (number | null)[] } {
  const placeOf = new Map<string, number>();
  const placeOfLines = new Map<StoredResult['quote'], number>();
  const places = results.map(({ quote }) => {
    if (quote === null) return null;
    let place = placeOfLines.get(quote);
    if (place === undefined) {
      const text = JSON.stringify(quote);
      place = placeOf.get(text) ?? placeOf.size;
      placeOf.set(text, place);
      placeOfLines.set(quote, place);
    }
    return place;
  });
  return { texts: [...placeOf.keys()], places };
}
