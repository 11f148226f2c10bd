import { Dexie, type Table } from 'dexie';
import type { TrackerEvent, UsageRecord } from '../../contract/activity.ts';
import { closeForNewer } from '../storage/closeForNewer.ts';
import { onlyFor, type Owns } from '../base/owner.ts';
import { activityName } from '../storage/databaseNames.ts';

export interface Kept<T> {
  id?: number;
  record: T;
}

/** A batch being sent: if its answer is lost, it is repeated with the same records and id. */
export interface Batch {
  id: string;
  /** Id of its last record. */
  last: number;
  dropped: number;
}

/**
 * One person's activity and usage that have not been sent yet. Expendable: the amount is bounded, and records may be
 * lost.
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
