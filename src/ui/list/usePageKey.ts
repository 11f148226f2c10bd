import { useEffect, useRef } from 'react';
import { inDialog, isTyping } from '../isTyping.ts';

/** A keyboard shortcut of the page, ignored in fields and dialogs. */
export function usePageKey(wanted: string, run: (() => void) | null): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== wanted || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (latest.current === null || isTyping(event.target)) return;
      if (inDialog()) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [wanted]);
}
