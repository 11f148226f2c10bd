import { ifThere } from '../storage/lockedDb.ts';
import { removeEmptyDrafts, withDrafts } from './db.ts';
import { draftsName } from '../storage/databaseNames.ts';

/** What signing out needs to know and do about a person's unsent forms. */

/** Forms that were started and neither applied nor cancelled. */
export const keptDrafts = (userId: number): Promise<number> =>
  ifThere(draftsName(userId), 0, () => withDrafts(userId, db => db.drafts.count()));

/** Removes the drafts that a person discarded; otherwise they stay, hidden until the person signs in again. */
export async function leaveDrafts(userId: number, discard: boolean): Promise<void> {
  if (discard) await ifThere(draftsName(userId), undefined, () => withDrafts(userId, db => db.drafts.clear()));
  await removeEmptyDrafts(userId);
}
