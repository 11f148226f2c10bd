import { useCallback, useRef, useState } from 'react';

/** Runs one task at a time, so that a second click while the first one is being carried out does nothing. */
export interface OneAtATime {
  busy: boolean;
  /** Starts a task, unless one is running. An error that the task throws is thrown on. */
  run: (work: () => Promise<unknown>) => Promise<void>;
}

/** For buttons that write immediately: a double click would write twice, or show a conflict with the first click. */
export function useOneAtATime(): OneAtATime {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const run = useCallback(async (work: () => Promise<unknown>) => {
    // The second click of a double click may come before the button is rendered as disabled.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return { busy, run };
}
