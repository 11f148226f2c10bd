import { useEffect, useRef } from 'react';
import { useSyncStatus } from './useSyncStatus.ts';

/** Repeats a request that did not reach the server, once the server is reached again. */
export function useReachedAgain(unreachable: boolean, reload: () => void): void {
  const isAway = useSyncStatus().network === 'offline';
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway && unreachable) reload();
    wasAway.current = isAway;
  }, [isAway, unreachable, reload]);
}
