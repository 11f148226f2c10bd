import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Moves the focus from a search box to the first row of the table below once the requested rows are displayed.
 *
 * @param root contains the box and the table
 * @param there whether the displayed rows are those for the typed text
 * @returns a function to call from the box; the request is dropped if the focus leaves the box
 */
export function useFirstRow(root: RefObject<HTMLElement | null>, there: boolean): () => void {
  const from = useRef<Element | null>(null);
  const [, ask] = useState(0);
  useEffect(() => {
    if (from.current === null || !there) return;
    if (from.current === document.activeElement) root.current?.querySelector<HTMLElement>('tr[data-row="0"]')?.focus();
    from.current = null;
  });
  return useCallback(() => {
    from.current = document.activeElement;
    ask(count => count + 1);
  }, []);
}
