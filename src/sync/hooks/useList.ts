import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ListView } from '../list/listView.ts';
import { prepareList, preparedList } from '../list/prepared.ts';
import { pageId } from '../mirror/pages.ts';
import type { ListSource, Row } from '../types.ts';
import type { ListData } from '../../contract/listData.ts';
import { useSync } from './useSync.ts';

/** An answer that comes within this time is drawn together with the question; behind it the wait is shown. */
const TOGETHER = 50;

/**
 * A page of a list with pending writes drawn in (MR1): the cached page at once with its age, then the network. While
 * another page of the same list loads, the rows before stay, with `refreshing` set.
 *
 * @param sort as domain/listQuery formatSort writes it; '' is the default order
 */
export function useList<F extends Row, R extends Row>(
  source: ListSource<F, R>,
  filters: F,
  page: number,
  count: number,
  sort = '',
): ListData<R> {
  const { client, entity } = useSync();
  // Filters come as a new object at every render: their text says whether the question is another one.
  const key = pageId(source.id, entity, filters, page, count, sort);
  const view = useMemo(
    () => preparedList<F, R>(client, key) ?? new ListView<F, R>(client, { source, entity, filters, page, count, sort }),
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers entity, filters, page, count and sort
    [client, source, key],
  );
  const result = useSyncExternalStore(view.subscribe, view.getSnapshot);
  const reads = result.status === 'loading';
  useEffect(() => (reads ? client.engine.listReads() : undefined), [client, reads]);
  const place = `${source.id}|${entity}`;
  // A box rather than a state: what was shown last is drawn already.
  const [last] = useState<{ shown: { place: string; result: ListData<R> } | null }>(() => ({ shown: null }));
  useEffect(() => {
    if (result.status === 'ready') last.shown = { place, result };
    if (result.status === 'error' || result.status === 'idle') last.shown = null;
  }, [last, result, place]);
  const { shown } = last;
  const stays = result.status === 'loading' && shown?.place === place ? shown.result : null;
  const { refetch } = result;
  return useMemo(() => (stays ? { ...stays, refreshing: true, refetch } : result), [stays, result, refetch]);
}

/**
 * Asks a list's next question before it is drawn.
 *
 * @returns a function whose promise resolves when the answer is in, or when it is better to show the wait
 */
export function usePrepareList<F extends Row, R extends Row>(
  source: ListSource<F, R>,
): (filters: F, page: number, count: number, sort: string) => Promise<void> {
  const { client, entity } = useSync();
  return useCallback(
    (filters, page, count, sort) => {
      const key = pageId(source.id, entity, filters, page, count, sort);
      return prepareList(client, key, { source, entity, filters, page, count, sort }, TOGETHER);
    },
    [client, entity, source],
  );
}
