import { useEffect, useRef } from 'react';
import { useSyncStatus } from './useSyncStatus.ts';

/** Pause in milliseconds before a request is repeated that failed although the server is reached otherwise. */
export const RETRY_AFTER = 10_000;

/**
 * Repeats a request that did not reach the server: once the server is reached again or, if only this request was lost,
 * after a pause.
 * @param unreachable false while the request is being repeated
 */
export function useReachedAgain(unreachable: boolean, reload: () => void): void {
  const isAway = useSyncStatus().network === 'offline';
  const wasAway = useRef(isAway);
  useEffect(() => {
    const isBack = wasAway.current && !isAway;
    wasAway.current = isAway;
    if (!unreachable || isAway) return undefined;
    if (isBack) {
      reload();
      return undefined;
    }
    const timer = setTimeout(reload, RETRY_AFTER);
    return () => clearTimeout(timer);
  }, [isAway, unreachable, reload]);
}
