import { useUi } from '../../ui/UiContext.ts';

interface SaveOptions {
  isNew: boolean;
  /** Reloads the list. */
  saved: () => void;
  close: () => void;
}

/**
 * Submits an administration form. On success, a notice names the record, the list is reloaded, and the form closes. If
 * the server refuses the record, the form stays open and shows the reason.
 */
export function useSave({ isNew, saved, close }: SaveOptions): (name: string, sent: Promise<unknown>) => Promise<void> {
  const { notify } = useUi();
  return async (name, sent) => {
    await sent;
    notify.success(`${isNew ? 'Create' : 'Edit'} Successfully: ${name}`);
    saved();
    close();
  };
}
