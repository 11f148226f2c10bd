import { useEffect } from 'react';
import { useSync } from '../../sync/hooks/useSync.ts';
import { failureText } from '../../ui/form/failureText.ts';
import { inDialog, isTyping } from '../../ui/isTyping.ts';
import { useUi } from '../../ui/UiContext.ts';

/**
 * Handles Ctrl+Z (Cmd+Z) outside fields and dialogs: undoes this tab's most recent write, using code loaded with the
 * first write.
 */
export function useUndoKey(): void {
  const { client } = useSync();
  const { notify } = useUi();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.shiftKey || event.altKey) return;
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isTyping(event.target)) return;
      if (inDialog()) return;
      event.preventDefault();
      import('./useUndo.ts').then(
        ({ undoLast }) => undoLast(client, notify),
        (error: unknown) => notify.error(failureText(error)),
      );
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [client, notify]);
}
