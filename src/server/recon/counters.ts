import type { Queryable } from '../db/transaction.ts';

/** Makes files of bills stale; a condition follows. */
export const STALE = "UPDATE recon_archives SET state = 'stale', stale_at = extract(epoch from now())::int8";

/** A parcel as the counters see it. */
export interface Counted {
  billId: number;
  status: number;
  reason: string;
  channelId: number;
  currency: string;
  billed: bigint;
  expected: bigint | null;
  difference: bigint | null;
}

/** How many parcels one is: 0 for a part of a parcel that is counted already. */
type Change = readonly [counted: Counted, parcels: number, sign: 1n | -1n];

/** What a transaction changes in the stored counters, summed up so that it writes each counter once. */
export class CounterChanges {
  private readonly sums = new Map<string, Counted & { parcels: number; expected: bigint; difference: bigint }>();

  add(...[counted, parcels, sign]: Change): void {
    const { billId, status, reason, channelId, currency, billed, expected, difference } = counted;
    const key = JSON.stringify([billId, status, reason, channelId, currency]);
    let sum = this.sums.get(key);
    if (!sum) {
      sum = { billId, status, reason, channelId, currency, parcels: 0, billed: 0n, expected: 0n, difference: 0n };
      this.sums.set(key, sum);
    }
    sum.parcels += parcels * Number(sign);
    sum.billed += billed * sign;
    sum.expected += (expected ?? 0n) * sign;
    sum.difference += (difference ?? 0n) * sign;
  }

  /** A parcel leaves one class for another. */
  move(from: Counted, to: Counted): void {
    this.add(from, 1, -1n);
    this.add(to, 1, 1n);
  }

  /**
   * Writes them, always in one order, so that two transactions never wait for each other. What a file for reports over years says of these
   * bills is true no more from here on: it becomes stale by the same statement, whatever changed the parcels. The caller holds a lock of
   * the bills, so that no file is begun meanwhile (years/archives).
   */
  async apply(db: Queryable): Promise<void> {
    const sums = [...this.sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
    if (sums.length === 0) return;
    await db.query(
      `WITH changed AS (${STALE} WHERE bill_id = ANY ($1::int4[]) AND state <> 'stale')
       INSERT INTO recon_counters AS c (bill_id, status, reason, channel_id, currency, parcels, billed, expected, difference)
       SELECT * FROM unnest($1::int4[], $2::int2[], $3::text[], $4::int8[], $5::text[], $6::int4[], $7::numeric[], $8::numeric[], $9::numeric[])
       ON CONFLICT (bill_id, status, reason, channel_id, currency) DO UPDATE SET
         parcels = c.parcels + excluded.parcels, billed = c.billed + excluded.billed,
         expected = c.expected + excluded.expected, difference = c.difference + excluded.difference`,
      [
        sums.map(({ billId }) => billId),
        sums.map(({ status }) => status),
        sums.map(({ reason }) => reason),
        sums.map(({ channelId }) => channelId),
        sums.map(({ currency }) => currency),
        sums.map(({ parcels }) => parcels),
        sums.map(({ billed }) => String(billed)),
        sums.map(({ expected }) => String(expected)),
        sums.map(({ difference }) => String(difference)),
      ],
    );
  }
}
