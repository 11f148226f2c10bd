import type { Queryable } from '../db/transaction.ts';
import type { StoredResult } from './compare.ts';
import type { ParcelRecord } from './parcels.ts';
import { storedQuotes } from './store.ts';

/** What a new comparison of parcels would change. */

/** A parcel with a new result. `isOther` is false if only what explains the result is different, not the result. */
export interface ChangedParcel {
  parcel: ParcelRecord;
  result: StoredResult;
  isOther: boolean;
}

/** What explains a stored result. */
type Details = Pick<StoredResult, 'earlier' | 'side' | 'shipment' | 'channelId' | 'rateHash'>;
type StoredDetails = Details & { id: number; quoteId: number | null };

const DETAILS = ['earlier', 'side', 'shipment', 'channelId', 'rateHash'] as const satisfies (keyof Details)[];

/** Whether the result itself is different, not only what explains it. */
export const isOtherResult = (parcel: ParcelRecord, result: StoredResult): boolean =>
  parcel.status !== result.status ||
  parcel.reason !== result.reason ||
  parcel.expected !== result.expected ||
  parcel.difference !== result.difference;

/**
 * Returns the parcels whose new result is not the stored one. Shipment, earlier amount, quote lines and rate table belong
 * to a result, because people and disputes cite them: they are renewed even if the amounts stay the same.
 */
export async function changedParcels(
  db: Queryable,
  parcels: readonly ParcelRecord[],
  results: ReadonlyMap<number, StoredResult>,
): Promise<ChangedParcel[]> {
  const { rows } = await db.query<StoredDetails>(
    `SELECT id, earlier::text, side, shipment, channel_id AS "channelId", rate_hash AS "rateHash", quote_id AS "quoteId"
       FROM recon_parcels WHERE id = ANY ($1::int8[])`,
    [parcels.map(({ id }) => id)],
  );
  const details = new Map(rows.map(row => [row.id, row]));
  const compared = parcels.flatMap(parcel => {
    const result = results.get(parcel.id);
    const stored = details.get(parcel.id);
    return result && stored ? [{ parcel, result, stored }] : [];
  });
  const quoteIds = await storedQuotes(
    db,
    compared.map(({ result }) => result),
  );
  return compared.flatMap(({ parcel, result, stored }, at) => {
    const isOther = isOtherResult(parcel, result);
    const isSame =
      !isOther && quoteIds[at] === stored.quoteId && DETAILS.every(detail => stored[detail] === result[detail]);
    return isSame ? [] : [{ parcel, result, isOther }];
  });
}
