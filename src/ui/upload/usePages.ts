import { useEffect, useRef, useState } from 'react';

/** Number of rows requested at once. */
const PAGE = 100;

/**
 * The rows of a long list, loaded page by page as they become visible.
 *
 * @param load returns null if the list no longer exists
 * @param stamp changes whenever the rows do; the previous rows are shown until the new ones arrive
 * @param first index of the first visible row
 * @param last index of the last visible row
 * @returns a function that returns the row at an index, or undefined while that row is loading
 */
export function usePages<T>(
  load: (from: number, count: number) => Promise<readonly T[] | null>,
  stamp: string,
  first: number,
  last: number,
): (at: number) => T | undefined {
  const [held, setHeld] = useState<{ stamp: string; pages: ReadonlyMap<number, readonly T[]> }>({
    stamp,
    pages: new Map(),
  });
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  const from = Math.floor(Math.max(0, first) / PAGE);
  const to = Math.floor(Math.max(0, last) / PAGE);
  useEffect(() => {
    let over = false;
    const fetchPages = async () => {
      for (let page = from; page <= to; page++) {
        const rows = await latest.current(page * PAGE, PAGE);
        if (over) return;
        if (rows) setHeld(now => ({ stamp, pages: new Map(now.stamp === stamp ? now.pages : []).set(page, rows) }));
      }
    };
    void fetchPages();
    return () => {
      over = true;
    };
  }, [stamp, from, to]);
  return at => held.pages.get(Math.floor(at / PAGE))?.[at % PAGE];
}
