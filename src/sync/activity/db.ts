import { Dexie, type Table } from 'dexie';
import type { TrackerEvent, UsageRecord } from '../../contract/activity.ts';
import { closeForNewer } from '../storage/closeForNewer.ts';
import { onlyFor, type Owns } from '../base/owner.ts';
import { activityName } from '../storage/databaseNames.ts';

export interface Kept<T> {
  id?: number;
  record: T;
}

/** An in-flight batch: if its response is lost, the same records are resent with the same id. */
export interface Batch {
  id: string;
  /** Id of the last record in the batch. */
  last: number;
  dropped: number;
}

/**
 * One person's unsent activity and usage records. They are expendable: the queue is bounded, and records may be lost.
 */
export class ActivityDb extends Dexie {
  declare events: Table<Kept<TrackerEvent>, number>;
  declare usage: Table<Kept<UsageRecord>, number>;
  declare state: Table<{ key: string; value: number | boolean | Batch }, string>;

  constructor(userId: number, owns: Owns) {
    super(activityName(userId), { chromeTransactionDurability: 'relaxed' });
    this.version(1).stores({ events: '++id', usage: '++id', state: 'key' });
    closeForNewer(this);
    onlyFor(this, userId, owns);
  }
}
