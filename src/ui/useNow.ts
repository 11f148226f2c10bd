import { useEffect, useState } from 'react';

/** The clock in epoch milliseconds, for display only; updated every `everyMillis`. */
export function useNow(everyMillis = 60_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), everyMillis);
    return () => window.clearInterval(timer);
  }, [everyMillis]);
  return now;
}
