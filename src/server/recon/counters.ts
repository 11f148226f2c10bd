import { RECON_STATUS } from '../../domain/recon/status.ts';
import type { Queryable } from '../db/transaction.ts';

/** SQL that marks archive files as stale; the caller appends the condition. */
export const STALE = "UPDATE recon_archives SET state = 'stale', stale_at = extract(epoch from now())::int8";

/** Number of ids in a block. To find a page of orders, parcels are counted block by block. */
export const BLOCK_IDS = 1024;

/** The columns of a parcel on which its counters depend. */
export interface Counted {
  id: number;
  billId: number;
  status: number;
  reason: string;
  channelId: number;
  currency: string;
  billed: bigint;
  expected: bigint | null;
  difference: bigint | null;
}

/** How many parcels a change adds: 0 for another part of a parcel that has already been counted. */
type Change = readonly [counted: Counted, parcels: number, sign: 1n | -1n];

type Sum = Omit<Counted, 'id'> & { parcels: number; expected: bigint; difference: bigint };
type Block = Pick<Counted, 'billId' | 'status' | 'reason' | 'channelId'> & { block: number; parcels: number };

const ACCEPTED: readonly number[] = [RECON_STATUS.matched, RECON_STATUS.approved, RECON_STATUS.paid];

/**
 * How much difference a parcel lets through under the supplier's rule: it was Matched, and nobody has rejected or
 * deleted it since.
 */
export const acceptedOf = ({ status, reason, difference }: Pick<Counted, 'status' | 'reason' | 'difference'>): bigint =>
  reason !== '' || difference === null || !ACCEPTED.includes(status) ? 0n : difference < 0n ? -difference : difference;

/** The entries are sorted by key, so that two transactions write in the same order and cannot deadlock. */
const sorted = <T>(sums: ReadonlyMap<string, T>): T[] =>
  [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);

/** Collects the changes of a transaction to the stored counters, so that each counter is written only once. */
export class CounterChanges {
  private readonly sums = new Map<string, Sum>();
  private readonly blocks = new Map<string, Block>();
  /** By how much the accepted differences of each bill change. */
  private readonly accepted = new Map<number, bigint>();

  add(...[counted, parcels, sign]: Change): void {
    const { id, billId, status, reason, channelId, currency, billed, expected, difference } = counted;
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
    if (parcels !== 0) this.addToBlock({ id, billId, status, reason, channelId }, parcels * Number(sign));
  }

  private addToBlock({ id, ...own }: Pick<Counted, 'id'> & Omit<Block, 'block' | 'parcels'>, parcels: number): void {
    const block = Math.floor(id / BLOCK_IDS);
    const key = JSON.stringify([own.billId, block, own.status, own.reason, own.channelId]);
    const known = this.blocks.get(key);
    if (known) known.parcels += parcels;
    else this.blocks.set(key, { ...own, block, parcels });
  }

  /** Moves a parcel from one class to another. */
  move(from: Counted, to: Counted): void {
    this.add(from, 1, -1n);
    this.add(to, 1, 1n);
    const change = acceptedOf(to) - acceptedOf(from);
    if (change !== 0n) this.accepted.set(to.billId, (this.accepted.get(to.billId) ?? 0n) + change);
  }

  /**
   * Writes the sums in a fixed order, so that two transactions cannot deadlock. From here on, the files of these bills
   * for multi-year reports are outdated, so the same statement marks them as stale, whatever changed the parcels. The
   * caller has locked the bills, so no file can be started in the meantime (years/archives).
   */
  async apply(db: Queryable): Promise<void> {
    const sums = sorted(this.sums);
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
    await this.applyBlocks(db);
    if (this.accepted.size > 0)
      await db.query(
        `UPDATE recon_bills b SET let_through = b.let_through + c.change
           FROM unnest($1::int4[], $2::numeric[]) AS c (id, change) WHERE b.id = c.id`,
        [[...this.accepted.keys()], [...this.accepted.values()].map(String)],
      );
  }

  private async applyBlocks(db: Queryable): Promise<void> {
    const blocks = sorted(this.blocks).filter(({ parcels }) => parcels !== 0);
    if (blocks.length === 0) return;
    await db.query(
      `INSERT INTO recon_blocks AS b (bill_id, block, status, reason, channel_id, parcels)
       SELECT * FROM unnest($1::int4[], $2::int8[], $3::int2[], $4::text[], $5::int8[], $6::int4[])
       ON CONFLICT (bill_id, block, status, reason, channel_id) DO UPDATE SET parcels = b.parcels + excluded.parcels`,
      [
        blocks.map(({ billId }) => billId),
        blocks.map(({ block }) => block),
        blocks.map(({ status }) => status),
        blocks.map(({ reason }) => reason),
        blocks.map(({ channelId }) => channelId),
        blocks.map(({ parcels }) => parcels),
      ],
    );
  }
}
