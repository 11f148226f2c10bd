import { ServerUnreachable } from '../../sync/actions/administer.ts';
import { useUi } from '../../ui/UiContext.ts';

interface SaveOptions {
  isNew: boolean;
  /** Reloads the list. */
  saved: () => void;
  close: () => void;
}

/**
 * Submits an administration form. On success, a notice names the record, the list is reloaded, and the form closes. If
 * the server refuses the record, the form stays open and shows the reason. The list is reloaded then as well: somebody
 * may have changed the record, and a form that is opened again must begin with its current version.
 */
export function useSave({ isNew, saved, close }: SaveOptions): (name: string, sent: Promise<unknown>) => Promise<void> {
  const { notify } = useUi();
  return async (name, sent) => {
    try {
      await sent;
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) saved();
      throw error;
    }
    notify.success(`${isNew ? 'Create' : 'Edit'} Successfully: ${name}`);
    saved();
    close();
  };
}
