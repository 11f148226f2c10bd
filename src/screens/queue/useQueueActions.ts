import { useCallback } from 'react';
import type { BatchResult } from '../../sync/actions/queue.ts';
import { useUi } from '../../ui/UiContext.ts';
import { failureText } from '../../ui/form/failureText.ts';

export type RunAction = (act: () => Promise<boolean>, done: string) => Promise<boolean>;

/**
 * Runs a person's action on an entry and reports the result, including whether the entry has changed state meanwhile.
 */
export function useQueueAction(): RunAction {
  const { notify } = useUi();
  return useCallback(
    async (act, done) => {
      try {
        const took = await act();
        if (took) notify.success(done);
        else notify.warning('This change was updated in the meantime. Check it again.');
        return took;
      } catch (error) {
        notify.error(failureText(error));
        return false;
      }
    },
    [notify],
  );
}

/**
 * Runs the action of a dialog in which the person typed something, and reports its success.
 * @throws Error with a message, so that the dialog stays open with what was typed
 */
export function useTypedAction(): (act: () => Promise<boolean>, done: string) => Promise<void> {
  const { notify } = useUi();
  return useCallback(
    async (act, done) => {
      if (!(await act())) throw new Error('This change was updated in the meantime. Close this dialog and check it.');
      notify.success(done);
    },
    [notify],
  );
}

/** Runs an action on several entries and reports the result. */
export function useBatchAction(): (
  act: () => Promise<BatchResult>,
  done: (result: BatchResult) => string,
) => Promise<void> {
  const { notify } = useUi();
  return useCallback(
    async (act, done) => {
      try {
        const result = await act();
        if (result.took > 0) notify.success(done(result));
        else notify.warning('These changes were updated in the meantime. Check them again.');
      } catch (error) {
        notify.error(failureText(error));
      }
    },
    [notify],
  );
}
