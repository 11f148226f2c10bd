import { useCallback, useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { namesAnother } from '../../domain/addressCountry.ts';
import { formatQ, formatSort, readSort, unreadQ } from '../../domain/listQuery.ts';
import { useList, usePrepareList } from '../../sync/hooks/useList.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { sortColumns, type ListDefinition } from '../../ui/list/definition.ts';
import { filtersIn, readFilters, unreadFilters } from '../../ui/list/filters.ts';
import type { RowMark } from '../../contract/listData.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { rememberSearch } from '../../ui/list/lastSearch.ts';
import { isTyping } from '../../ui/isTyping.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { afterPaint, takeOut } from './addressHistory.ts';
import { HistoryContext, type HistoryTarget } from './history/openHistory.ts';
import { RECORD_PARAMETER, useListAddress } from './useListAddress.ts';
import { useUndoKey } from './useUndoKey.ts';
import { useAsked } from './useAsked.ts';
import { chosenRows } from '../../ui/list/rowsPerPage.ts';
import { toSearch, type UrlState } from '../../ui/list/urlState.ts';

/** Reserves space for the button of the saved views. */
const ViewsPlace = () => <span style={{ width: '32px' }} />;
const ViewsSlot = lazyPart(() => import('./views/ViewsSlot.tsx').then(module => module.ViewsSlot), ViewsPlace);

/** Path of the page with unsent, refused and conflicting writes. */
const QUEUE_PATH = '/queue';

const WantedRecord = lazyPart(() => import('./WantedRecord.tsx').then(module => module.WantedRecord));

const HistoryPanel = lazyPart(() => import('./history/HistoryPanel.tsx').then(module => module.HistoryPanel));

const useStyles = makeStyles({
  // The list has the full width until another element is next to it.
  alone: { display: 'contents' },
  withPanel: {
    display: 'flex',
    columnGap: tokens.spacingHorizontalM,
    flex: '1 1 auto',
    minHeight: 0,
    height: '100%',
    '& > section': { minWidth: 0 },
    '@media print': { display: 'contents' },
  },
});

interface RoutedListProps<F extends Row, R extends Row> {
  definition: ListDefinition<ListSource<F, R>, R>;
  /** Converts the filters in the URL to those of the call; by default, they are the same. */
  toCall?: (applied: Row) => F;
  untitled?: boolean;
  /** Parts of the URL outside `q` that the screen could not use. */
  unread?: readonly string[];
  /** Whether the list's Create dialog has its own URL, `{path}/create` (LIST-4). */
  creates?: boolean;
}

/** Connects a list screen to the URL and to the engine: this is the only place where the two meet. */
export function RoutedList<F extends Row, R extends Row>(props: RoutedListProps<F, R>) {
  const { definition, toCall, untitled } = props;
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const { userKey, entity, notify } = useUi();
  const pathname = useLocation({ select: location => location.pathname });
  const goTo = useNavigate();
  const callOf = useCallback(
    (state: UrlState): F => {
      const applied: Row = readFilters(filtersIn(definition.filters, entity), state.q);
      return toCall ? toCall(applied) : (applied as F);
    },
    [definition, entity, toCall],
  );
  const sortOf = useCallback(
    (state: UrlState) => formatSort(readSort(state.sort, sortColumns(definition))),
    [definition],
  );
  const prepareList = usePrepareList<F, R>(definition.source);
  const prepare = useCallback(
    (state: UrlState) => prepareList(callOf(state), state.page, state.count, sortOf(state)),
    [prepareList, callOf, sortOf],
  );
  const [urlState, onUrlState] = useListAddress(prepare);
  const filters = useMemo(() => callOf(urlState), [callOf, urlState]);
  const data = useList<F, R>(definition.source, filters, urlState.page, urlState.count, sortOf(urlState));

  // Reported once per URL; otherwise, a link with a typo would silently list everything.
  const unread = [
    ...(props.unread ?? []),
    ...unreadQ(search['q']),
    ...unreadFilters(filtersIn(definition.filters, entity), urlState.q),
  ].join(', ');
  useEffect(() => {
    if (unread !== '')
      notify.warning(
        `The address contains ${unread}, which this list does not support. It was ignored, so check the filters.`,
      );
  }, [unread, notify]);

  useUndoKey();

  const { creates, opens } = useAsked();

  useEffect(() => {
    const { q: filters, ...rest } = toSearch(urlState, chosenRows());
    const parameters = Object.entries({ q: formatQ(filters ?? {}), ...rest }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    );
    rememberSearch(userKey, entity, pathname, new URLSearchParams(parameters).toString());
  }, [userKey, entity, pathname, urlState]);

  // The code and data of saved views are loaded after the list's own first rows.
  const [painted, setPainted] = useState(false);
  const isDrawn = data.status !== 'loading';
  useEffect(() => {
    if (isDrawn) afterPaint(() => setPainted(true));
  }, [isDrawn]);

  const navigate = useCallback((href: string) => void goTo({ href }), [goTo]);

  const styles = useStyles();
  const { collection } = definition.source;
  const { Watch } = definition;
  // A record of another country remains in the URL until the person switches to that country.
  const [ofAnother] = useState(() => namesAnother(window.location.search, entity));
  const [opened, setOpened] = useState<HistoryTarget | null>(() => {
    const asked = ofAnother ? undefined : search[RECORD_PARAMETER];
    return typeof asked === 'string' && asked !== '' ? { key: asked, row: null } : null;
  });
  const hasHistory = collection !== null && definition.rowActions.some(({ id }) => id === 'history');
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!hasHistory || event.key.toLowerCase() !== 'h' || event.defaultPrevented || isTyping(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-row-key]')?.dataset['rowKey'];
    const item = data.rows.find(shown => shown.key === key);
    if (!item) return;
    event.preventDefault();
    setOpened({ key: item.key, row: item.row });
  };
  const target = opened && {
    ...opened,
    row: data.rows.find(({ key }) => key === opened.key)?.row ?? opened.row,
  };
  useEffect(() => {
    // Only once: after a reload, the list opens without the history.
    if (!ofAnother) takeOut(RECORD_PARAMETER);
  }, [ofAnother]);
  const logPage = definition.operations.find(({ id }) => id === 'history');
  const logHref = (key: string): string | undefined =>
    logPage?.kind === 'page'
      ? `${logPage.href({})}&q=${encodeURIComponent(JSON.stringify({ record: key }))}`
      : undefined;

  const onMark = useCallback((mark: RowMark) => navigate(`${QUEUE_PATH}?entry=${mark.entryId}`), [navigate]);

  return (
    <HistoryContext value={hasHistory ? setOpened : null}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the rows inside */}
      <div className={target && hasHistory ? styles.withPanel : styles.alone} onKeyDown={onKeyDown}>
        <ListScreen
          definition={definition}
          urlState={urlState}
          onUrlState={onUrlState}
          data={data}
          navigate={navigate}
          onMark={onMark}
          Views={painted ? ViewsSlot : ViewsPlace}
          creates={creates}
          current={target && hasHistory ? target.key : undefined}
          {...(props.creates === true ? { createHref: `${pathname}/create` } : {})}
          {...(untitled === undefined ? {} : { untitled })}
        />
        {(creates || opens) && <WantedRecord definition={definition as never} wanted={opens} data={data} />}
        {Watch && <Watch rows={data.rows} refetch={data.refetch} />}
        {target && hasHistory && (
          <HistoryPanel
            collection={collection}
            target={target}
            logHref={logHref(target.key)}
            navigate={navigate}
            onClose={() => setOpened(null)}
          />
        )}
      </div>
    </HistoryContext>
  );
}
