import { useEffect, useState } from 'react';

/** Delay in milliseconds after the last change. */
const SETTLED_AFTER = 300;

/** The latest value that did not change for a moment, so that a call is made after typing and not for each key press. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState<{ value: T }>({ value });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value }), SETTLED_AFTER);
    return () => clearTimeout(timer);
  }, [value]);
  return settled.value;
}
