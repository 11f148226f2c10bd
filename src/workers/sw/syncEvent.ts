import { SYNC_TAG } from '../../sync/engine/backgroundSync.ts';

/**
 * Handles a background sync in the service worker: drains the queue. A rejection makes the browser retry later, so the
 * handler rejects exactly when sendable writes are left, even if an open tab is about to send them, because that tab
 * may be closed first.
 *
 * @param drain returns how it ended, and whether such writes are left
 */
export const createSyncHandler =
  (drain: () => Promise<{ end: string; left: boolean }>) =>
  async (tag: string): Promise<void> => {
    if (tag !== SYNC_TAG) return;
    const { end, left } = await drain();
    if (left) throw new Error(`Changes are still waiting: ${end}`);
  };
