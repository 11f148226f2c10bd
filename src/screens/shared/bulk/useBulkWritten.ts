import { useCallback } from 'react';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { rememberBulk, useUndo } from '../useUndo.ts';
import { followBulk } from './bulkNotice.ts';

/** Reports the progress of a bulk change and offers Undo; Ctrl+Z undoes it like a single write. */
export function useBulkWritten(): (id: string) => void {
  const { client } = useSync();
  const { notify } = useUi();
  const undo = useUndo();
  return useCallback(
    id => {
      rememberBulk(client, id);
      followBulk(client, notify, id, () => void undo(id));
    },
    [client, notify, undo],
  );
}
