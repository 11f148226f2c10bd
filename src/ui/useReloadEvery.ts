import { useEffect, useRef } from 'react';

/** A request that can be repeated, such as the result of `useKept` or `useAdministration`. */
interface Repeatable {
  loading: boolean;
  reload: () => void;
}

/**
 * Repeats requests at an interval, except those that have no response yet: a repetition ignores the response to the
 * request before it, so that on a slow network no response would ever be shown.
 * @param millis null to repeat nothing
 */
export function useReloadEvery(requests: readonly Repeatable[], millis: number | null): void {
  const latest = useRef(requests);
  useEffect(() => {
    latest.current = requests;
  });
  useEffect(() => {
    if (millis === null) return undefined;
    const timer = setInterval(() => {
      for (const { loading, reload } of latest.current) if (!loading) reload();
    }, millis);
    return () => clearInterval(timer);
  }, [millis]);
}
