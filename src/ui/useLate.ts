import { useEffect, useState } from 'react';

/** The delay after which a list stops waiting for its cache. */
const LATE_MILLIS = 6000;

/** Whether an operation has taken so long that the person should be told. */
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
