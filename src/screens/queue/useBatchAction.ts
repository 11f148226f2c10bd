import { useCallback } from 'react';
import type { BatchResult } from '../../sync/actions/queue.ts';
import { failureText } from '../../ui/form/failureText.ts';
import { useUi } from '../../ui/UiContext.ts';

/** Runs an act on several entries and tells what came of it. */
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
        else notify.warning('These changes have moved on meanwhile. Look at their state now.');
      } catch (error) {
        notify.error(failureText(error));
      }
    },
    [notify],
  );
}
