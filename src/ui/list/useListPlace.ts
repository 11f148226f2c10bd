import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Fields, ListData } from '../../contract/listData.ts';
import { formatSort, nextSort, readSort, type Filters, type ListSort } from '../../domain/listQuery.ts';
import { sortColumns, type ListDefinition } from './definition.ts';
import { initialFilters, readFilters, sameFilters, type filtersIn } from './filters.ts';
import { pageCount } from './pages.ts';
import { chooseRows } from './rowsPerPage.ts';
import type { UrlState } from './urlState.ts';

/**
 * A list's state as stored in its URL (applied and typed filters, sort order, page and page size), with the handlers
 * that change it.
 */
export function useListPlace<S extends { rowKey: (row: R) => string }, R extends Fields>(
  definition: ListDefinition<S, R>,
  filters: ReturnType<typeof filtersIn>,
  urlState: UrlState,
  onUrlState: (next: UrlState, replace?: boolean) => void,
  data: ListData<R>,
) {
  const { status, rows, total } = data;
  const applied = useMemo(() => readFilters(filters, urlState.q), [filters, urlState.q]);
  // The filters in the inputs, whether or not they have been applied; used by the hint, Export and Create (SAL-7,
  // SAL-8, SAL-25).
  const [selection, setSelection] = useState({ from: applied, filters: applied });
  const current = sameFilters(selection.from, applied);
  if (!current) setSelection({ from: applied, filters: applied });
  const selected = current ? selection.filters : applied;
  const sort = useMemo(() => readSort(urlState.sort, sortColumns(definition)), [urlState.sort, definition]);
  const sortBy = useCallback(
    (next: ListSort | null) => onUrlState({ ...urlState, sort: formatSort(next), page: 1 }),
    [onUrlState, urlState],
  );
  // While another page of the same list loads, the footer keeps the known total.
  const [known, setKnown] = useState<{ q: Filters; total: number } | null>(null);
  if (status === 'ready' && (known?.q !== urlState.q || known.total !== total)) setKnown({ q: urlState.q, total });
  const lengthKnown = known !== null && known.q === urlState.q;
  const length = status === 'ready' ? total : status === 'loading' && lengthKnown ? known.total : 0;
  const before = (urlState.page - 1) * urlState.count;
  const pages = pageCount(total, urlState.count);
  // Shows the last page in place of a page past the end, e.g. after the last row of the last page was deleted.
  const past = status === 'ready' && rows.length === 0 && total > 0 && urlState.page > pages;
  useEffect(() => {
    if (past) onUrlState({ ...urlState, page: pages }, true);
  }, [past, pages, urlState, onUrlState]);

  // If neither the filters nor the page change, the rows are requested again: a new address for the same list would show
  // neither that they are on their way nor that the server refused them (LIST-8, LIST-9).
  const put = (next: Filters, q: Filters, replace?: boolean) => {
    if (urlState.page !== 1 || !sameFilters(next, applied))
      onUrlState({ ...urlState, q, page: 1 }, ...(replace === true ? [true] : []));
    // Picking an option already searches: if Search is pressed after it, the rows are on their way.
    else if (status !== 'loading' && !data.refreshing) data.refetch();
  };
  const search = (next: Filters, replace?: boolean) => put(next, next, replace);
  const reset = () => put(initialFilters(filters), {});
  // The next step after an empty result: keeps the filters that select the list (its channel) and clears those that
  // narrow it.
  const widen = () =>
    onUrlState({
      ...urlState,
      q: Object.fromEntries(Object.entries(applied).filter(([key]) => definition.scope?.includes(key))),
      page: 1,
    });
  // The handlers are stable, so that components that receive them are rerendered only when their own data changes.
  const acts = {
    select: (filters: Filters) => setSelection({ from: applied, filters }),
    search,
    reset,
    sort: (column: string) => sortBy(nextSort(sort, column)),
    page: (page: number, count: number) => {
      if (count !== urlState.count) chooseRows(count);
      onUrlState({ ...urlState, page, count });
    },
  };
  const latest = useRef(acts);
  useLayoutEffect(() => {
    latest.current = acts;
  });
  const onSelect = useCallback((filters: Filters) => latest.current.select(filters), []);
  const onSearch = useCallback((filters: Filters, replace?: boolean) => latest.current.search(filters, replace), []);
  const onReset = useCallback(() => latest.current.reset(), []);
  const onSort = useCallback((column: string) => latest.current.sort(column), []);
  const onPage = useCallback((page: number, count: number) => latest.current.page(page, count), []);
  return {
    applied,
    selected,
    sort,
    sortBy,
    known,
    lengthKnown,
    length,
    before,
    past,
    widen,
    onSelect,
    onSearch,
    onReset,
    onSort,
    onPage,
  };
}
