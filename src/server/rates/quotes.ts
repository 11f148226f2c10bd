import type { RateVersionRow } from '../../contract/rateTable/versions.ts';
import { quote, type Explain, type Parcel, type Quote, type QuoteKind } from '../../domain/rates/quote.ts';
import { RateTable } from '../../domain/rates/table.ts';
import type { Steps } from '../../domain/steps.ts';
import type { Queryable } from '../db/transaction.ts';
import { badRequest } from '../base/envelope.ts';
import { inPauses } from '../base/yieldToEventLoop.ts';
import { readRows } from './parts.ts';
import type { SealedTables } from './sealedFiles.ts';

/** Calculates quotes on the server, with the same function as on devices (domain/rates/quote). */

/**
 * Converts a RangeError of the domain, which says why rows or amounts are impossible, to an error reply.
 * @throws ApiError 400
 */
export function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Does the same for long work, which pauses to let other requests run.
 * @throws ApiError 400
 */
export const refusingInPauses = async <T>(steps: Steps<T>): Promise<T> =>
  inPauses(steps).catch((error: unknown) => {
    throw refusalOf(error);
  });

const refusalOf = (error: unknown): unknown => (error instanceof RangeError ? badRequest(`${error.message}.`) : error);

/**
 * Returns the rate table of a version: from the sealed file, or from the current rows of a draft.
 * @throws ApiError 400 for a draft whose rows do not form a valid table
 */
export async function tableOf(
  db: Queryable,
  tables: SealedTables,
  version: Pick<RateVersionRow, 'id' | 'hash' | 'settings'>,
): Promise<RateTable> {
  if (version.hash !== null) return tables.of(db, version.hash);
  const rows = await readRows(db, version.id, version.settings);
  return refusingInPauses(RateTable.inSteps(rows));
}

/** @throws ApiError 400 if the parcel cannot be quoted (`parcelProblem`) */
export const quoteOf = (table: RateTable, kind: QuoteKind, parcel: Parcel, explain: Explain | null): Quote =>
  refusing(() => quote(table, kind, parcel, explain));

export const quotedBy = ({ id, versionNo, name, settings, hash }: RateVersionRow) => ({
  id,
  versionNo,
  name,
  currency: settings.currency,
  hash,
});
