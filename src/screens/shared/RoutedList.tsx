import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useRouter, useSearch, type RouterHistory } from '@tanstack/react-router';
import { formatQ, formatSort, readSort } from '../../domain/listQuery.ts';
import { useList, usePrepareList } from '../../sync/hooks/useList.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { sortColumns, type ListDefinition } from '../../ui/list/definition.ts';
import { readFilters } from '../../ui/list/filters.ts';
import type { RowMark } from '../../ui/list/listData.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { useUndoKey } from './useUndo.ts';
import { readUrlState, toSearch, type UrlState } from '../../ui/list/urlState.ts';

/** The list's own parameters in the address. */
const LIST_PARAMETERS = ['q', 'page', 'count', 'sort'];
/** Where the queue of unsent, refused and conflicting writes is shown. */
const QUEUE_PATH = '/queue';

const sameState = (a: UrlState, b: UrlState): boolean => JSON.stringify(toSearch(a)) === JSON.stringify(toSearch(b));

/** The parts of a state that a change is about. */
const changedParts = (from: UrlState, to: UrlState): Partial<UrlState> =>
  Object.fromEntries(
    Object.entries(to).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(from[key as keyof UrlState])),
  );

/** The address follows what is shown by so many milliseconds at most, however busy the page is. */
const FOLLOW_MOST = 100;

/** Runs once the frame of what was drawn just now has been painted; in a hidden page, which paints none, all the same. */
function afterPaint(run: () => void): void {
  if (document.visibilityState !== 'visible') setTimeout(run, 0);
  else if (typeof requestIdleCallback === 'undefined') requestAnimationFrame(() => setTimeout(run, 0));
  else requestAnimationFrame(() => requestIdleCallback(run, { timeout: FOLLOW_MOST }));
}

/** What was asked and is shown before the address says it. */
interface Ahead {
  state: UrlState;
  over: UrlState;
  /** What was shown before and whose own address is still on its way. */
  through: UrlState | null;
  /** Makes the address follow. */
  follow: () => void;
}

interface RoutedListProps<F extends Row, R extends Row> {
  definition: ListDefinition<ListSource<F, R>, R>;
  /** The call's filters from those of the address; left out, they are the same. */
  toCall: (applied: Row) => F;
  untitled?: boolean;
}

/** Wires a list screen to the address and to the engine: the one place where the two meet. */
export function RoutedList<F extends Row, R extends Row>({ definition, toCall, untitled }: RoutedListProps<F, R>) {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const pathname = useLocation({ select: location => location.pathname });
  const goTo = useNavigate();
  const { q, page, count, sort } = search;
  const address = useMemo(() => readUrlState({ q, page, count, sort }), [q, page, count, sort]);
  // What was asked is shown at once; the address follows behind it.
  const [ahead, setAhead] = useState<Ahead | null>(null);
  const leads =
    ahead !== null &&
    (ahead.over === address ||
      sameState(ahead.state, address) ||
      (ahead.through !== null && sameState(ahead.through, address)));
  const urlState = leads ? ahead.state : address;
  const callOf = useCallback(
    (state: UrlState) => toCall(readFilters(definition.filters, state.q)),
    [definition, toCall],
  );
  const sortOf = useCallback(
    (state: UrlState) => formatSort(readSort(state.sort, sortColumns(definition))),
    [definition],
  );
  const filters = useMemo(() => callOf(urlState), [callOf, urlState]);
  const data = useList<F, R>(definition.source, filters, urlState.page, urlState.count, sortOf(urlState));
  const prepare = usePrepareList<F, R>(definition.source);

  useUndoKey();

  const latest = useRef(0);
  const asked = useRef<UrlState | null>(null);
  /** What is shown and has no address of its own yet. */
  const due = useRef<{ state: UrlState; follow: () => void } | null>(null);
  const onUrlState = useCallback(
    (wanted: UrlState, replace = false) => {
      // A second change before the first one is drawn builds on it.
      const next = { ...(asked.current ?? urlState), ...changedParts(urlState, wanted) };
      asked.current = next;
      const { q: nextQ, ...rest } = toSearch(next);
      const text = formatQ(nextQ ?? {});
      // Parameters that are not the list's own (the log's code, channel and 3pl) stay.
      const kept = Object.fromEntries(Object.entries(search).filter(([key]) => !LIST_PARAMETERS.includes(key)));
      const target = { ...kept, ...(text === undefined ? {} : { q: text }), ...rest };
      // What was shown until now keeps its place in the history, however soon the next comes.
      const through = replace ? null : (due.current?.state ?? null);
      if (!replace) due.current?.follow();
      const mine = (latest.current += 1);
      void prepare(callOf(next), next.page, next.count, sortOf(next)).then(() => {
        if (mine !== latest.current) return;
        asked.current = null;
        const follow = () => {
          if (mine !== latest.current || due.current?.follow !== follow) return;
          due.current = null;
          void goTo({ to: pathname, search: target as never, replace });
        };
        due.current = { state: next, follow };
        setAhead({ state: next, over: address, through, follow });
      });
    },
    [goTo, pathname, search, address, urlState, prepare, callOf, sortOf],
  );
  // Only when it stands in the document: a frame may come before it does, and the address would then be in its way.
  useLayoutEffect(() => {
    if (ahead) afterPaint(ahead.follow);
  }, [ahead]);
  // Back and forward are the newest wish, even where the page they leave was never drawn with its address.
  const history = useRouter().history as RouterHistory;
  useEffect(
    () =>
      history.subscribe(({ action }) => {
        if (action.type === 'PUSH' || action.type === 'REPLACE') return;
        latest.current += 1;
        asked.current = null;
        setAhead(null);
      }),
    [history],
  );
  // The page was left: nothing is asked for it any more.
  useEffect(() => {
    const box = latest;
    return () => {
      box.current += 1;
    };
  }, []);
  const navigate = useCallback((href: string) => void goTo({ href }), [goTo]);

  const onMark = useCallback((mark: RowMark) => navigate(`${QUEUE_PATH}?entry=${mark.entryId}`), [navigate]);

  return (
    <ListScreen
      definition={definition}
      urlState={urlState}
      onUrlState={onUrlState}
      data={data}
      navigate={navigate}
      onMark={onMark}
      {...(untitled === undefined ? {} : { untitled })}
    />
  );
}
