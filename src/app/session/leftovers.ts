import { unsentCount } from '../../sync/session/session.ts';
import { reportError } from '../monitoring.ts';
import { currentSession } from './sessionStore.ts';

const OUTBOX = /^ops-outbox-(\d+)$/;

/**
 * Reads a person's queue while nobody is removing it: a sign-out in any tab holds the sender's lock until it is done,
 * and opening the queue during that time would recreate an empty one. While someone is signed in, nothing is removed.
 */
async function whenNotLeaving(userId: number, look: () => Promise<number>): Promise<number> {
  if (currentSession() || !('locks' in navigator)) return look();
  return navigator.locks.request(`ops-sender-${userId}`, { signal: AbortSignal.timeout(5000) }, look);
}

/** Number of unsent changes on this device by user id; people without any are omitted. */
export async function unsentByPerson(): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  try {
    for (const { name } of await indexedDB.databases()) {
      const userId = OUTBOX.exec(name ?? '')?.[1];
      if (userId === undefined) continue;
      const unsent = await whenNotLeaving(Number(userId), () => unsentCount(Number(userId)));
      if (unsent > 0) found.set(Number(userId), unsent);
    }
  } catch (error) {
    // If a browser cannot list databases, nobody is told, but nothing is lost.
    reportError('sign-in', error);
  }
  return found;
}
