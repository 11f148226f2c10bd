import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ListView } from '../list/listView.ts';
import { prepareList, preparedList } from '../list/prepared.ts';
import { pageId } from '../mirror/pages.ts';
import type { ListSource, Row } from '../types.ts';
import type { ListData } from '../../contract/listData.ts';
import { useSync } from './useSync.ts';

/**
 * Time in milliseconds within which a response is rendered together with the request; after that, a loading state is
 * shown.
 */
const TOGETHER = 50;

/**
 * A page of a list with pending writes applied (MR1): first the cached page with its age, then the network's. While
 * another page of the same list loads, the previous rows remain, with `refreshing` set.
 * @param sort in the format of domain/listQuery formatSort; '' is the default order
 */
export function useList<F extends Row, R extends Row>(
  source: ListSource<F, R>,
  filters: F,
  page: number,
  count: number,
  sort = '',
): ListData<R> {
  const { client, entity } = useSync();
  // Each render passes a new filters object, so filters are compared as strings.
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
  // A ref rather than state, because the last shown result is already rendered.
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
 * Prefetches a list's next page before it is rendered.
 * @returns a function whose promise resolves when the response has arrived, or when a loading state should be shown
 * instead
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
