import { useEffect, useLayoutEffect, useState } from 'react';

/** How long (milliseconds) a search may keep the filters open; the list shows its loading state before that. */
const FOLD_MOST = 100;

/** Whether the filters are open, and how they fold after a search. */
export interface Folding {
  /** Opens or folds the filters at once, and cancels a fold that was scheduled. */
  put: (open: boolean) => void;
  /** Folds them with the next rendering, or after a moment if none comes. */
  foldSoon: () => void;
  /** The rows of a search are being rendered: a scheduled fold happens with them. */
  drawn: () => void;
}

/**
 * Filters that fold together with the arrival of the rows that were searched for. Folding them separately would lay out
 * and paint the page once more while the rows are loading.
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
