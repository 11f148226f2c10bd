import { useEffect, useState } from 'react';

/** The same delay for which a list waits for its cache. */
const LATE_MILLIS = 6000;

/** Whether something has taken long enough that the person should be told. */
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
