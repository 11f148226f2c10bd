import { useSyncExternalStore } from 'react';
import type { SyncStatus } from '../types.ts';
import { useSync } from './useSync.ts';

/** The state shown by the header pill, the same in every tab. */
export function useSyncStatus(): SyncStatus {
  const { status } = useSync().client;
  return useSyncExternalStore(status.subscribe, status.getSnapshot);
}
