import { useEffect, useLayoutEffect, useState } from 'react';

/**
 * Maximum time in milliseconds for which a search keeps the filters open; the list shows its loading state no earlier.
 */
const FOLD_MOST = 100;

/** Whether the filters are open, and when they collapse after a search. */
export interface Folding {
  /** Opens or collapses the filters immediately, and cancels a scheduled collapse. */
  put: (open: boolean) => void;
  /** Collapses the filters with the next render, or after a moment if there is none. */
  foldSoon: () => void;
  /** Called while the rows of a search are being rendered: a scheduled collapse happens in the same render. */
  drawn: () => void;
}

/**
 * Collapses the filters in the same render as the new rows. Collapsing them separately would cause another layout and
 * paint of the page while the rows are loading.
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
