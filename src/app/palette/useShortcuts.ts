import { useEffect } from 'react';
import { inDialog, isTyping } from '../../ui/isTyping.ts';

export interface ShortcutActions {
  openPalette: () => void;
  openShortcuts: () => void;
  toggleNavigation: () => void;
}

/** The frame's keys: Ctrl+K or Cmd+K anywhere, `?` and `[` outside fields and dialogs. */
export function useShortcuts({ openPalette, openShortcuts, toggleNavigation }: ShortcutActions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (inDialog()) return;
      if (event.key === '?') openShortcuts();
      else if (event.key === '[') toggleNavigation();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [openPalette, openShortcuts, toggleNavigation]);
}
