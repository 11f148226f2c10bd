import type { Queryable } from '../db/transaction.ts';

/** Makes files of bills stale; a condition follows. */
export const STALE = "UPDATE recon_archives SET state = 'stale', stale_at = extract(epoch from now())::int8";

/** Ids of one block, in which the pages of orders count their way to a place. */
export const BLOCK_IDS = 1024;

/** A parcel as the counters see it. */
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

/** How many parcels one is: 0 for a part of a parcel that is counted already. */
type Change = readonly [counted: Counted, parcels: number, sign: 1n | -1n];

type Sum = Omit<Counted, 'id'> & { parcels: number; expected: bigint; difference: bigint };
type Block = Pick<Counted, 'billId' | 'status' | 'reason' | 'channelId'> & { block: number; parcels: number };

/** By their keys, so that two transactions write in one order and never wait for each other. */
const sorted = <T>(sums: ReadonlyMap<string, T>): T[] =>
  [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);

/** What a transaction changes in the stored counters, summed up so that it writes each counter once. */
export class CounterChanges {
  private readonly sums = new Map<string, Sum>();
  private readonly blocks = new Map<string, Block>();

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
