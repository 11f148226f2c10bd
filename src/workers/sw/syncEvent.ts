import { SYNC_TAG } from '../../sync/engine/backgroundSync.ts';

/**
 * What the service worker does at a background sync: drains the queue. A rejection makes the browser try again later, so
 * it is one exactly while writes are left that a sender could send, also where an open tab is about to send them: that tab
 * may be closed before it has.
 *
 * @param drain answers whether such writes are left
 */
export const createSyncHandler =
  (drain: () => Promise<{ end: string; left: boolean }>) =>
  async (tag: string): Promise<void> => {
    if (tag !== SYNC_TAG) return;
    const { end, left } = await drain();
    if (left) throw new Error(`Changes are still waiting: ${end}`);
  };
