import { useEffect, useState } from 'react';

/** As long as a list waits for its cache. */
const LATE_MILLIS = 6000;

/** Whether something has taken so long that the person should know. */
export function useLate(waits: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLate(true), LATE_MILLIS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waits]);
  return late;
}
