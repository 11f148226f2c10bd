import type { Table } from 'dexie';
import type { ActivityDb, Batch, Kept } from './db.ts';

/** Maximum number of queued records; beyond that, the oldest are dropped and counted. */
export const QUEUE_MOST = 1000;

/** A bounded FIFO queue of records in Dexie: when it is full, the oldest records are dropped and counted. */
export class BoundedQueue<T> {
  private readonly db: ActivityDb;
  private readonly table: Table<Kept<T>, number>;
  private readonly counter: string;
  /** Key under which the in-flight batch is stored. */
  private readonly flight: string;
  private readonly uuid: () => string;
  private readonly most: number;

  constructor(db: ActivityDb, table: Table<Kept<T>, number>, uuid: () => string, most = QUEUE_MOST) {
    this.db = db;
    this.table = table;
    this.counter = `${table.name}.dropped`;
    this.flight = `${table.name}.batch`;
    this.uuid = uuid;
    this.most = most;
  }

  /** Appends records; returns the queue's length. */
  add(records: readonly T[]): Promise<number> {
    const { db, table, most } = this;
    return db.transaction('rw', table, db.state, async () => {
      await table.bulkAdd(records.map(record => ({ record })));
      const over = (await table.count()) - most;
      if (over > 0) {
        await table.orderBy('id').limit(over).delete();
        await this.count(over);
      }
      return table.count();
    });
  }

  /**
   * Returns the oldest records and the number dropped since the last batch. Until a batch is accepted or refused, the
   * same batch is returned with the same id, minus any records dropped in the meantime.
   */
  head(limit: number): Promise<{ batch: string; ids: number[]; records: T[]; dropped: number }> {
    const { db, table, flight } = this;
    return db.transaction('rw', table, db.state, async () => {
      const held = (await db.state.get(flight))?.value as Batch | undefined;
      let rows = held ? await table.where('id').belowOrEqual(held.last).toArray() : [];
      let batch = held;
      if (!batch || rows.length === 0) {
        rows = await table.orderBy('id').limit(limit).toArray();
        const dropped = Number((await db.state.get(this.counter))?.value ?? 0);
        batch = { id: this.uuid(), last: rows.at(-1)?.id ?? 0, dropped };
        if (rows.length > 0) await db.state.put({ key: flight, value: batch });
      }
      const { id, dropped } = batch;
      return { batch: id, ids: rows.map(row => row.id ?? 0), records: rows.map(row => row.record), dropped };
    });
  }

  /** Called when the server accepts a batch: removes its records, and subtracts its count of dropped records. */
  async sent(ids: readonly number[], dropped: number): Promise<void> {
    await this.db.transaction('rw', this.table, this.db.state, async () => {
      await this.table.bulkDelete([...ids]);
      await this.db.state.delete(this.flight);
      await this.count(-dropped);
    });
  }

  /**
   * Called when the server refuses a batch, which would otherwise block the queue: removes it, and counts its records
   * as dropped.
   */
  async refused(ids: readonly number[]): Promise<void> {
    await this.sent(ids, -ids.length);
  }

  async clear(): Promise<void> {
    await this.table.clear();
    await this.db.state.bulkDelete([this.counter, this.flight]);
  }

  private async count(by: number): Promise<void> {
    if (by === 0) return;
    const now = Number((await this.db.state.get(this.counter))?.value ?? 0);
    await this.db.state.put({ key: this.counter, value: Math.max(0, now + by) });
  }
}
