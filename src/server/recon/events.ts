import { daysBetween } from '../../domain/calendarDay.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { formatDate } from '../../domain/format.ts';
import { DUE_DAYS, isDue } from '../../domain/recon/dispute.ts';
import { E5 } from '../../domain/rates/money.ts';
import { RECON_STATUS } from '../../domain/recon/status.ts';
import type { Queryable } from '../db/transaction.ts';
import { emitEvent } from '../notify/emit.ts';
import { emitJobFailure } from '../notify/sources.ts';
import { DISPUTABLE_PARCELS, IS_UNDISPUTED } from './disputable.ts';

/** Events in reconciliation about which people are notified (NOTIF-1, issue 31, 3). */

/** The sums by which bills differ from what was expected, in units of 1/100000, by bill and currency. */
export type BillDifferences = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns by how much bills differ. */
export async function billDifferences(db: Queryable, billIds: readonly number[]): Promise<BillDifferences> {
  const { rows } = await db.query<{ id: number; currency: string; difference: string }>(
    `SELECT bill_id AS id, currency, sum(difference)::text AS difference FROM recon_counters
      WHERE bill_id = ANY ($1::int4[]) GROUP BY bill_id, currency`,
    [billIds],
  );
  const found: Record<string, Record<string, string>> = Object.fromEntries(billIds.map(id => [id, {}]));
  for (const { id, currency, difference } of rows) found[id] = { ...found[id], [currency]: difference };
  return found;
}

/**
 * Emits events about a bill that was compared and differs from what was expected, one event for each currency on the
 * bill. The caller must call this in the transaction that ends the comparison, so that it happens once.
 * @param former the differences before a repeated comparison: sums that stay the same are no news
 */
export async function emitBillDifference(
  db: Queryable,
  billId: number,
  now: number,
  former: BillDifferences[string] = {},
): Promise<void> {
  const { rows } = await db.query<{
    country: Country;
    person: string;
    bill: string;
    supplier: string;
    currency: string;
    difference: string;
    parcels: number;
  }>(
    `SELECT b.entity AS country, b.submitted_by AS person, b.bill_no AS bill, coalesce(min(s.supplier_name), '') AS supplier, c.currency,
            sum(c.difference)::text AS difference, coalesce(sum(c.parcels) FILTER (WHERE c.status = ${RECON_STATUS.discrepant}), 0)::int4 AS parcels
       FROM recon_bills b JOIN recon_counters c ON c.bill_id = b.id
       LEFT JOIN recon_suppliers s ON s.country = b.entity AND s.supplier_id = b.supplier_id
      WHERE b.id = $1 AND NOT b.deleted GROUP BY b.id, c.currency HAVING sum(c.difference) <> 0 ORDER BY c.currency`,
    [billId],
  );
  for (const { country, person, difference, ...fields } of rows) {
    if (BigInt(former[fields.currency] ?? 0) === BigInt(difference)) continue;
    await emitEvent(db, {
      kind: 'bill.difference',
      country,
      person,
      at: now,
      // In currency units with decimals, so that a condition compares the difference that the bill shows.
      fields: { ...fields, difference: Number(difference) / E5 },
    });
  }
}

/** Emits the event of a bill that could not be read or compared, so that its submitter need not look for it. */
export async function emitBillFailure(db: Queryable, billId: number, reason: string, now: number): Promise<void> {
  const { rows } = await db.query<{ country: Country; bill: string; person: string }>(
    'SELECT entity AS country, bill_no AS bill, submitted_by AS person FROM recon_bills WHERE id = $1 AND NOT deleted',
    [billId],
  );
  for (const { country, bill, person } of rows)
    await emitJobFailure(db, { job: `Bill ${bill}`, reason, key: `bill ${billId}`, country, person }, now);
}

const OF_BILL = `b.entity AS country, b.bill_no AS bill,
  coalesce((SELECT min(s.supplier_name) FROM recon_suppliers s WHERE s.country = b.entity AND s.supplier_id = b.supplier_id), '') AS supplier`;
/** Whether no notice with a key was sent yet. */
const isNews = (key: string): string => `NOT EXISTS (SELECT 1 FROM notify_events e WHERE e.once_key = ${key})`;

/**
 * Emits an event for each bill whose dispute deadline is near and whose differences nobody has disputed, and for each
 * dispute that was opened at least a day ago but not sent to the supplier, because the supplier does not know of it.
 */
export async function emitDisputeDeadlines(db: Queryable, now: number): Promise<void> {
  const near = [dayOf(now - DAY), dayOf(now + (DUE_DAYS + 1) * DAY)];
  const undisputed = await db.query<DueDispute>(
    `SELECT 'dispute due ' || b.id AS key, ${OF_BILL}, b.deadline, 'not opened' AS dispute, (SELECT count(*) ${DISPUTABLE_PARCELS})::int4 AS parcels
       FROM recon_bills b WHERE b.deadline >= $1 AND b.deadline <= $2 AND ${IS_UNDISPUTED}
        AND ${isNews(`'dispute due ' || b.id`)} ORDER BY b.deadline, b.id LIMIT 500`,
    near,
  );
  const unsent = await db.query<DueDispute>(
    `SELECT 'dispute unsent ' || d.id AS key, ${OF_BILL}, d.deadline, 'not sent' AS dispute,
            (SELECT count(*) FROM recon_dispute_parcels p WHERE p.dispute_id = d.id)::int4 AS parcels
       FROM recon_disputes d JOIN recon_bills b ON b.id = d.bill_id
      WHERE d.deadline >= $1 AND d.deadline <= $2 AND d.state = 'open' AND d.created_at <= $3 AND NOT b.deleted
        AND ${isNews(`'dispute unsent ' || d.id`)} ORDER BY d.deadline, d.id LIMIT 500`,
    [...near, now - DAY],
  );
  for (const { key, country, ...fields } of [...undisputed.rows, ...unsent.rows]) {
    const today = formatDate(now, COUNTRIES[country].timeZone);
    if (!isDue(fields.deadline, today, DUE_DAYS)) continue;
    await emitEvent(db, {
      kind: 'dispute.deadline',
      country,
      person: '',
      at: now,
      fields: { ...fields, days: daysBetween(today, fields.deadline) },
      onceKey: key,
    });
  }
}

/** A bill or a dispute whose deadline is near; `key` identifies it for good. */
interface DueDispute {
  key: string;
  country: Country;
  bill: string;
  supplier: string;
  deadline: string;
  dispute: 'not opened' | 'not sent';
  parcels: number;
}

const DAY = 24 * 3600;
const dayOf = (at: number): string => formatDate(at, 'UTC');
