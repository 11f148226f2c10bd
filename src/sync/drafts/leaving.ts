import { ifThere } from '../storage/lockedDb.ts';
import { removeEmptyDrafts, withDrafts } from './db.ts';
import { draftsName } from '../storage/databaseNames.ts';

/** Counts a person's unsent forms before signing out, and removes or hides them afterward. */

/** Number of forms started but neither applied nor canceled. */
export const keptDrafts = (userId: number): Promise<number> =>
  ifThere(draftsName(userId), 0, () => withDrafts(userId, db => db.drafts.count()));

/**
 * Removes the drafts if the person chose to discard them; otherwise they are kept, hidden until the person signs in
 * again.
 */
export async function leaveDrafts(userId: number, discard: boolean): Promise<void> {
  if (discard) await ifThere(draftsName(userId), undefined, () => withDrafts(userId, db => db.drafts.clear()));
  await removeEmptyDrafts(userId);
}
