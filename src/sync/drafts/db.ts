import type { Table } from 'dexie';
import { closeForNewer } from '../storage/closeForNewer.ts';
import { openedFor, type Owns } from '../base/owner.ts';
import type { Row } from '../types.ts';
import { removeEmpty, UsedDb, type Users } from '../storage/lockedDb.ts';
import { draftsName } from '../storage/databaseNames.ts';

/** A form that was started but not applied, stored as a diff from its initial state. */
export interface Draft {
  /** The form (country, screen and record), followed by # and the id of the form in the tab that owns the draft. */
  key: string;
  changes: Row;
  /** The values of these fields in that initial state; missing if the form keeps them itself, and in drafts of earlier releases. */
  base?: Row;
  /** Time in epoch milliseconds. */
  at: number;
}

/** A person's unsent forms. They may outlive a sign-out, so the database is removed only if it is empty. */
export class DraftsDb extends UsedDb {
  declare drafts: Table<Draft, string>;

  constructor(userId: number, owns: Owns, users?: Users) {
    super(draftsName(userId), {}, users);
    this.version(1).stores({ drafts: 'key, at' });
    closeForNewer(this);
    openedFor(this, userId, owns, () => removeEmptyDrafts(userId));
  }
}

/**
 * Opens a connection for one operation, regardless of who is signed in; the caller ensures that the database is not
 * deleted meanwhile.
 */
export function withDrafts<T>(userId: number, work: (db: DraftsDb) => Promise<T>): Promise<T> {
  const db = new DraftsDb(userId, async () => true, null);
  return work(db).finally(() => db.close());
}

/** Deletes a signed-out person's drafts database, unless it contains a draft. */
export const removeEmptyDrafts = (userId: number): Promise<void> =>
  removeEmpty(draftsName(userId), () => withDrafts(userId, async db => (await db.drafts.count()) === 0));
