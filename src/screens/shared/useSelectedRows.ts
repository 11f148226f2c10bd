import { useCallback, useEffect, useRef } from 'react';
import type { ListRow } from '../../contract/listData.ts';
import { NO_SELECTION, type TableDoing } from '../../ui/table/doing.ts';

/**
 * The selected rows of a list, including those of other pages: if the list is not completely cached, they are known only
 * because they were shown here. The selection does not apply to another list, and ends with the page.
 *
 * @param list text that identifies the list by everything that its rows depend on, except the page
 */
export function useSelectedRows<R>(doing: TableDoing, rows: readonly ListRow<R>[], list: string): () => ListRow<R>[] {
  const seen = useRef(new Map<string, ListRow<R>>());
  const of = useRef(list);
  useEffect(() => {
    if (of.current !== list) {
      of.current = list;
      seen.current.clear();
      doing.set({ selection: NO_SELECTION });
    }
    for (const item of rows) seen.current.set(item.key, item);
  }, [doing, list, rows]);
  useEffect(() => () => doing.set({ selection: NO_SELECTION }), [doing]);
  return useCallback(
    () => [...doing.getSnapshot().selection.keys].flatMap(key => seen.current.get(key) ?? []),
    [doing],
  );
}
