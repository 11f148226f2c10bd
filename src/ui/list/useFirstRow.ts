import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Leads the focus from a box to the first row of the table below, once the rows are those that were requested.
 *
 * @param root what has the box and the table
 * @param there the shown rows are those of what is typed
 * @returns to be called from the box; the wish ends when the focus leaves the box
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
