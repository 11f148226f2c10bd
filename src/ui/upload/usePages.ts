import { useEffect, useRef, useState } from 'react';

/** Rows requested at once. */
const PAGE = 100;

/**
 * Rows of a long list, a page at a time as they come into sight.
 *
 * @param load answers null if it is not known any more
 * @param stamp changes whenever the rows are others; those of before are shown until the new ones are here
 * @param first place of the first row in sight
 * @param last place of the last one
 * @returns the row at a place, undefined while it is not here
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
