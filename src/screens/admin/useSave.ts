import { useUi } from '../../ui/UiContext.ts';

interface SaveOptions {
  isNew: boolean;
  /** Reads the list again. */
  saved: () => void;
  close: () => void;
}

/**
 * What happens after an administration form has sent its record: a notice names the record, the list is read again, and
 * the form closes. If the record is refused, the form stays open and shows why.
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
