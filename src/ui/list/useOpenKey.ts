import { useEffect } from 'react';
import { isTyping } from '../isTyping.ts';

/** "/" outside of fields and dialogs opens the filters at the first one. */
export function useOpenKey(first: string | undefined, openAt: (key: string) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (first === undefined || isTyping(event.target)) return;
      if (document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      openAt(first);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [first, openAt]);
}
