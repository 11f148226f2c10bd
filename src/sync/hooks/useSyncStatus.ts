import { useSyncExternalStore } from 'react';
import type { SyncStatus } from '../types.ts';
import { useSync } from './useSync.ts';

/** What the header pill shows, the same in every tab. */
export function useSyncStatus(): SyncStatus {
  const { status } = useSync().client;
  return useSyncExternalStore(status.subscribe, status.getSnapshot);
}
