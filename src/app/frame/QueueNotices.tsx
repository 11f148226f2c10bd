import type { SyncClient } from '../../sync/client/client.ts';
import { usePausedNotice } from './usePausedNotice.ts';
import { useRefusalNotices } from './useRefusalNotices.ts';

/** The notices about the queue. Loaded after the page, whose first paint does not need them. */
export function QueueNotices({ client }: { client: SyncClient }) {
  usePausedNotice();
  useRefusalNotices(client);
  return null;
}
