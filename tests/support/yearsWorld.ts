import type { Country } from '../../src/domain/country.ts';
import { CounterChanges } from '../../src/server/recon/counters.ts';
import { transaction } from '../../src/server/db/transaction.ts';
import type { Database } from '../../src/server/db/open.ts';

/** Bills stored as if they had been parsed and compared, for multi-year reports. */

export interface StoredParcel {
  status: number;
  reason: string;
  channelId: number;
  currency: string;
  service: string;
  zone: string;
  billed: bigint;
  expected: bigint | null;
}

export interface StoredBill {
  entity: Country;
  supplierId: number;
  month: string;
  parcels: readonly StoredParcel[];
}

let number = 0;

/** Stores a compared bill with its parcels and counters; returns its id. */
export async function storeBill({ pool }: Pick<Database, 'pool'>, bill: StoredBill): Promise<number> {
  const { entity, supplierId, month, parcels } = bill;
  number += 1;
  return transaction(pool, async db => {
    const { rows } = await db.query<{ id: number }>(
      `INSERT INTO recon_bills (entity, supplier_id, layout, layout_name, bill_no, bill_day, month, files, hash, state, submitted_by, user_id, submitted_at, deadline)
       VALUES ($1, $2, '{}', 'rows', $3, $4 || '-01', $4, '[]', $3, 'ready', 'somebody@test.example', 1, 1, '2099-01-01') RETURNING id`,
      [entity, supplierId, `Stored "${number}", '1'`, month],
    );
    const id = rows[0]?.id ?? 0;
    const counters = new CounterChanges();
    for (const [n, parcel] of parcels.entries()) {
      const { status, reason, channelId, currency, service, zone, billed, expected } = parcel;
      const difference = expected === null ? null : billed - expected;
      const { rows: stored } = await db.query<{ id: number }>(
        `INSERT INTO recon_parcels (bill_id, entity, supplier_id, month, status, reason, key, tracking, reference, service, zone, shipped, weight, currency,
                billed, expected, difference, channel_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', $9, $10, '', $11, $12, $13, $14, $15, $16) RETURNING id`,
        [
          id,
          entity,
          supplierId,
          month,
          status,
          reason,
          `${id}-${n}`,
          `"T,${n}"\n\\N`,
          service,
          zone,
          n % 2 === 0 ? null : n,
          currency,
          String(billed),
          expected === null ? null : String(expected),
          difference === null ? null : String(difference),
          channelId,
        ],
      );
      counters.add(
        { id: stored[0]?.id ?? 0, billId: id, status, reason, channelId, currency, billed, expected, difference },
        1,
        1n,
      );
    }
    await counters.apply(db);
    return id;
  });
}

/** Waits until no job is pending or in progress. */
export async function jobsEnded({ pool }: Pick<Database, 'pool'>): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    const { rows } = await pool.query('SELECT 1 FROM jobs LIMIT 1');
    if (rows.length === 0) return;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  throw new Error('jobs do not end');
}
