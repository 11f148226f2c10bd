import type { Table } from 'dexie';
import { closeForNewer } from '../storage/closeForNewer.ts';
import { openedFor, type Owns } from '../base/owner.ts';
import type { Row } from '../types.ts';
import { removeEmpty, UsedDb, type Users } from '../storage/lockedDb.ts';
import { draftsName } from '../storage/databaseNames.ts';

/** One form that was started and not applied: what differs from how it opened. */
export interface Draft {
  /** The form (country, screen and record), and after a # the id of the tab's form that keeps it. */
  key: string;
  changes: Row;
  /** Epoch milliseconds. */
  at: number;
}

/** A person's unsent forms. They may be kept over a sign-out, so the database is removed only when it is empty. */
export class DraftsDb extends UsedDb {
  declare drafts: Table<Draft, string>;

  constructor(userId: number, owns: Owns, users?: Users) {
    super(draftsName(userId), {}, users);
    this.version(1).stores({ drafts: 'key, at' });
    closeForNewer(this);
    openedFor(this, userId, owns, () => removeEmptyDrafts(userId));
  }
}

/** With a connection for one piece of work, whoever is signed in; the caller sees to it that nobody removes the database. */
export function withDrafts<T>(userId: number, work: (db: DraftsDb) => Promise<T>): Promise<T> {
  const db = new DraftsDb(userId, async () => true, null);
  return work(db).finally(() => db.close());
}

/** Removes the drafts database of a person who is gone, unless a draft is in it. */
export const removeEmptyDrafts = (userId: number): Promise<void> =>
  removeEmpty(draftsName(userId), () => withDrafts(userId, async db => (await db.drafts.count()) === 0));
