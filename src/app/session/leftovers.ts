import { importCounts, undecidedCount, unsentCount } from '../../sync/session/session.ts';
import type { LeftHere } from '../../screens/signIn/leftText.ts';
import { reportError } from '../monitoring.ts';
import { currentSession } from './sessionStore.ts';

const OUTBOX = /^ops-outbox-(\d+)$/;

/**
 * Reads a person's queue while nobody is removing it: a sign-out in any tab holds the sender's lock until it is done,
 * and opening the queue during that time would recreate an empty one. While someone is signed in, nothing is removed.
 */
async function whenNotLeaving<T>(userId: number, look: () => Promise<T>): Promise<T> {
  if (currentSession() || !('locks' in navigator)) return look();
  return navigator.locks.request(`ops-sender-${userId}`, { signal: AbortSignal.timeout(5000) }, look);
}

/** What each person has left on this device, by user id; people without unfinished changes are omitted. */
export async function leftByPerson(): Promise<ReadonlyMap<number, LeftHere>> {
  const found = new Map<number, LeftHere>();
  try {
    for (const { name } of await indexedDB.databases()) {
      const digits = OUTBOX.exec(name ?? '')?.[1];
      if (digits === undefined) continue;
      const userId = Number(digits);
      const left = await whenNotLeaving(userId, async () => ({
        changes: await unsentCount(userId),
        undecided: await undecidedCount(userId),
        imports: await importCounts(userId),
      }));
      if (left.changes > 0) found.set(userId, left);
    }
  } catch (error) {
    // If a browser cannot list databases, nobody is told, but nothing is lost.
    reportError('sign-in', error);
  }
  return found;
}
