import { useUi } from '../../ui/UiContext.ts';

interface SaveOptions {
  isNew: boolean;
  /** Reads the list again. */
  saved: () => void;
  close: () => void;
}

/**
 * What follows when a form of administration has sent its record: a notice that names it, the list is read again, the form closes. A refusal
 * is the form's, which stays.
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
