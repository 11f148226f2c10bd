import { useCallback } from 'react';
import { failureText } from '../../ui/form/failureText.ts';
import { useUi } from '../../ui/UiContext.ts';

export type RunAction = (act: () => Promise<boolean>, done: string) => Promise<boolean>;

/** Runs a person's act on an entry and tells how it went; an entry that moved on meanwhile is said to have. */
export function useQueueAction(): RunAction {
  const { notify } = useUi();
  return useCallback(
    async (act, done) => {
      try {
        const took = await act();
        if (took) notify.success(done);
        else notify.warning('This change has moved on meanwhile. Look at its state now.');
        return took;
      } catch (error) {
        notify.error(failureText(error));
        return false;
      }
    },
    [notify],
  );
}
