import { useEffect, useLayoutEffect, useState } from 'react';

/** So long (milliseconds) a search may keep the filters open; a list shows its wait before that. */
const FOLD_MOST = 100;

/** Whether the filters are open, and how they fold after a search. */
export interface Folding {
  /** Opens or folds them at once; a fold that was to follow is forgotten. */
  put: (open: boolean) => void;
  /** Folds them with the next drawing, or after a moment if none comes. */
  foldSoon: () => void;
  /** The rows of a search are being drawn: what was to fold folds with them. */
  drawn: () => void;
}

/**
 * Filters that fold together with the rows that were searched for. Folding them on its own would lay out and paint the page once
 * more, while the rows are on their way.
 */
export function useFolding(): [opened: boolean, folding: Folding] {
  const [opened, setOpened] = useState(false);
  const [[folding, forget]] = useState(() => {
    let timer: number | undefined;
    const stop = (): void => {
      window.clearTimeout(timer);
      timer = undefined;
    };
    const put = (open: boolean): void => {
      stop();
      setOpened(open);
    };
    const own: Folding = {
      put,
      foldSoon: () => {
        stop();
        timer = window.setTimeout(() => put(false), FOLD_MOST);
      },
      drawn: () => {
        if (timer !== undefined) setOpened(false);
      },
    };
    return [own, stop] as const;
  });
  useLayoutEffect(() => {
    if (!opened) forget();
  }, [opened, forget]);
  useEffect(() => forget, [forget]);
  return [opened, folding];
}
