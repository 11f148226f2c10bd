import { useMemo, useRef, useState, type ComponentType } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import type { Filters } from '../../domain/listQuery.ts';
import { PageHeader } from '../PageHeader.tsx';
import type { DataCardsProps } from '../table/DataCards.tsx';
import { lazyPart } from '../lazyPart.tsx';
import type { CardLayout } from '../table/columns.ts';
import { actionsInRow } from '../table/actionRoom.ts';
import { DataTable } from '../table/DataTable.tsx';
import { TableDoing } from '../table/doing.ts';
import { TipLayer } from '../TipLayer.tsx';
import { useUi } from '../UiContext.ts';
import { PHONE, useMedia } from '../useMedia.ts';
import type { ListDefinition, ListViewsProps, Misfit } from './definition.ts';
import { FilterBar } from './FilterBar.tsx';
import { filtersIn, sameFilters } from './filters.ts';
import type { Fields, ListData, RowMark } from '../../contract/listData.ts';
import { footerCounts } from './footerCounts.ts';
import { HiddenColumns } from './HiddenColumns.tsx';
import { ListFooter } from './ListFooter.tsx';
import { OperationsBar } from './OperationsBar.tsx';
import { usePreferences } from './preferences.ts';
import { useListColumns } from './useListColumns.ts';
import { useListDialog } from './useListDialog.ts';
import { useListPlace } from './useListPlace.ts';
import { useFirstRow } from './useFirstRow.ts';
import { useTight } from './useTight.ts';
import { RowsInstead } from './RowsInstead.tsx';
import type { UrlState } from './urlState.ts';

/** Width of a pending row's mark in the Action column; only a wide window has room for the word. */
const MARK_WIDTH = 100;
const ICON_MARK_WIDTH = 36;
const ROOMY = '(min-width: 1500px)';
/** If rows can never be pending, only the table's edge remains. */
const EDGE_WIDTH = 32;
/** Width of the heading text, if the column has a mark but no action. */
const ACTION_HEAD_WIDTH = 72;
const SKELETON_ROWS = 10;
const NO_SCOPE: readonly string[] = [];

/** Reserves the height of the cards until their code has loaded, so that the content below does not shift. */
const CardsRoom = ({ skeleton, rows }: DataCardsProps<Fields>) =>
  skeleton + rows.length > 0 ? <div style={{ height: '100dvh' }} /> : null;
const PhoneRows = lazyPart(() => import('./PhoneRows.tsx').then(module => module.PhoneRows<Fields>), CardsRoom);

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalSNudge,
    flex: '1 1 auto',
    minHeight: 0,
    height: '100%',
    boxSizing: 'border-box',
    // Leaves room for the strip for notices below. On a phone, there is no such strip, and the page scrolls instead of
    // the list.
    '@media (max-width: 639px)': { flex: '1 0 auto', height: 'auto', paddingBottom: tokens.spacingVerticalS },
    '@media (max-height: 480px)': { gap: tokens.spacingVerticalXS, paddingBottom: tokens.spacingVerticalXS },
    '@media print': { display: 'block', height: 'auto' },
  },
  card: {
    position: 'relative',
    flex: '1 1 auto',
    display: 'flex',
    flexDirection: 'column',
    minHeight: '240px',
    '@media (max-height: 480px)': { minHeight: 0 },
    overflow: 'hidden',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 639px)': { overflow: 'visible', minHeight: '240px' },
    '@media print': { display: 'block', overflow: 'visible', border: 'none' },
  },
  // Overlaps the header's upper edge, so that the layout does not move during a refresh.
  bar: {
    position: 'absolute',
    insetInlineStart: 0,
    top: 0,
    zIndex: 5,
    height: '2px',
    width: '100%',
    backgroundColor: tokens.colorBrandStroke1,
    opacity: 0.8,
  },
});

interface ListScreenProps<S extends { rowKey: (row: R) => string }, R extends Fields> {
  definition: ListDefinition<S, R>;
  urlState: UrlState;
  /** If `replace` is set, replaces the current history entry. */
  onUrlState: (next: UrlState, replace?: boolean) => void;
  data: ListData<R>;
  /** Navigates to a link within the console. */
  navigate: (href: string) => void;
  /** Opens the queue page at a pending write. */
  onMark?: (mark: RowMark) => void;
  /** Whether the surrounding page already shows the title, e.g. above its tabs. */
  untitled?: boolean;
  /** Whether the URL opens the Create dialog (LIST-4). */
  creates?: boolean;
  /** The person's saved views of this list. */
  Views?: ComponentType<ListViewsProps>;
  /** URL of this list with its Create dialog open, used by the Create link. */
  createHref?: string;
  /** Key of the row whose details are shown in a panel next to the list. */
  current?: string | undefined;
}

/**
 * Renders a list screen from its definition: filters, operations, table, footer, and all states such as loading, empty
 * and failed.
 */
export function ListScreen<S extends { rowKey: (row: R) => string }, R extends Fields>(props: ListScreenProps<S, R>) {
  const { definition, urlState, onUrlState, data, onMark } = props;
  const styles = useStyles();
  const ui = useUi();
  const root = useRef<HTMLElement>(null);
  const phone = useMedia(PHONE);
  const roomy = useMedia(ROOMY);
  const [preferences, setPreferences] = usePreferences(ui.userKey, definition.id);
  const { can } = ui;
  const filters = useMemo(() => filtersIn(definition.filters, ui.entity), [definition, ui.entity]);
  const {
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
  } = useListPlace(definition, filters, urlState, onUrlState, data);
  const card = useRef<HTMLDivElement>(null);
  const tight = useTight(card);
  const { view, columns, arrange } = useListColumns(definition, data.rows, {
    applied,
    tight,
    preferences,
    setPreferences,
    can,
  });
  const [doing] = useState(() => (definition.Doing ? new TableDoing() : undefined));
  const actions = useMemo(
    () => definition.rowActions.filter(action => action.permission === undefined || can(action.permission)),
    [definition, can],
  );
  const { create, Dialog, item, open, act, close } = useListDialog(definition, actions, props.creates === true);
  const place = useMemo(() => ({ entity: ui.entity, timeZone: ui.timeZone }), [ui.entity, ui.timeZone]);

  const scopeName = useMemo(
    () => JSON.stringify((definition.scope ?? NO_SCOPE).map(key => applied[key])),
    [definition, applied],
  );
  const question = useMemo(() => JSON.stringify(urlState), [urlState]);
  const sortable = definition.columns.filter(column => column.sortable === true);

  const { status, rows, total, extra } = data;
  const toFirstRow = useFirstRow(root, status === 'ready' && !data.refreshing && sameFilters(selected, applied));

  const isMarked = rows.some(({ pending }) => pending !== null);
  const writes = definition.rowActions.some(action => action.readOnly !== true);
  const markWidth = writes ? (roomy ? MARK_WIDTH : ICON_MARK_WIDTH) : EDGE_WIDTH;
  const actionWidth =
    actions.length > 0 || isMarked ? Math.max(ACTION_HEAD_WIDTH, actionsInRow(actions).room + markWidth) : undefined;
  const shows = status === 'ready' && rows.length > 0;
  const { Hint, Doing, IdsNotFound } = definition;
  // Depends only on the filters, so that it is not rerendered for new rows.
  const hint = useMemo(() => Hint && <Hint filters={selected} />, [Hint, selected]);
  const { Views } = props;
  const shared = {
    label: definition.title,
    columns,
    // After an error, only the rows added here by the person remain, without the server's.
    rows: status === 'ready' || status === 'error' ? rows : [],
    actions,
    place,
    skeleton: status === 'loading' ? Math.min(urlState.count, SKELETON_ROWS) : 0,
    busy: status === 'loading' || data.refreshing,
    onAction: act,
    onMark,
  };
  const rowsInstead = (misfit: Misfit | null) => (
    <RowsInstead
      status={status}
      texts={definition.texts}
      problem={data.problem}
      misfit={misfit}
      online={ui.online}
      narrowed={Object.keys(applied).some(key => isNarrowing(definition, key, applied))}
      onReset={widen}
      create={create && { label: create.label, run: () => open(create.dialog) }}
      onRetry={data.refetch}
    />
  );
  const { Misfit: Reader } = definition;
  const instead =
    shows || status === 'loading' || past ? undefined : Reader && status === 'ready' ? (
      <Reader filters={applied}>{rowsInstead}</Reader>
    ) : (
      rowsInstead(null)
    );
  // A list without operations has no bar; its other controls are placed next to the title.
  const bare = definition.operations.length === 0 && props.untitled !== true;
  const operations = (
    <OperationsBar
      operations={definition.operations}
      selected={selected}
      unsearched={status !== 'idle' && !sameFilters(selected, applied)}
      data={data}
      columns={definition.columns}
      view={view}
      preferences={preferences}
      onPreferences={setPreferences}
      onDialog={open}
      navigate={props.navigate}
      doing={doing}
      total={length}
      views={
        Views && (
          <Views
            listId={definition.id}
            state={urlState}
            preferences={preferences}
            onApply={(state, next, replace) => {
              setPreferences(next);
              onUrlState(state, replace);
            }}
          />
        )
      }
      hint={hint}
      {...(props.createHref === undefined ? {} : { createHref: props.createHref })}
    />
  );
  return (
    <section ref={root} className={styles.root} aria-label={definition.title}>
      {props.untitled !== true && <PageHeader title={definition.title}>{bare && operations}</PageHeader>}
      {definition.filters.length > 0 && (
        <FilterBar
          filters={filters}
          applied={applied}
          scope={definition.scope ?? NO_SCOPE}
          idle={status === 'idle'}
          perRow={definition.perRow ?? 5}
          onSelect={onSelect}
          onSearch={onSearch}
          onReset={onReset}
          onRows={toFirstRow}
        />
      )}
      {IdsNotFound && status !== 'idle' && Object.values(applied).some(Array.isArray) && (
        <IdsNotFound filters={applied} />
      )}
      {!bare && operations}
      <div ref={card} className={styles.card}>
        {data.refreshing && <div className={styles.bar} aria-hidden />}
        {phone ? (
          <>
            <PhoneRows
              {...(shared as unknown as DataCardsProps<Fields>)}
              layout={definition.card as CardLayout<Fields> | undefined}
              sortable={shows || status === 'loading' ? sortable : []}
              sort={sort}
              onSort={sortBy}
              doing={doing}
            />
            {instead}
          </>
        ) : (
          <DataTable
            {...shared}
            firstNumber={before + 1}
            total={total + extra}
            pageRows={urlState.count}
            actionWidth={actionWidth}
            frozen={view.frozen}
            current={props.current}
            measured={scopeName}
            chosenWidths={preferences.widths}
            {...(known ? { arrange } : {})}
            density={preferences.density}
            question={question}
            sort={sort}
            onSort={onSort}
            iconMarks={!roomy}
            instead={instead}
            doing={doing}
          />
        )}
        {Doing && doing && shows && (
          <Doing
            doing={doing}
            rows={rows}
            columns={columns}
            actions={actions}
            filters={applied}
            sort={urlState.sort}
            total={total}
            onAction={act}
            refresh={data.refetch}
          />
        )}
        <ListFooter
          page={urlState.page}
          count={urlState.count}
          total={length}
          {...footerCounts(data, { before, length, lengthKnown, count: urlState.count })}
          extra={extra}
          hidden={<HiddenColumns view={view} preferences={preferences} onPreferences={setPreferences} />}
          onChange={onPage}
        />
      </div>
      {Dialog && <Dialog item={item} filters={selected} close={close} refresh={data.refetch} />}
      <TipLayer within={root} />
    </section>
  );
}

/**
 * Whether a filter hides rows: it is set, differs from its initial value, and narrows the list instead of selecting it.
 */
function isNarrowing<S extends { rowKey: (row: R) => string }, R extends Fields>(
  definition: ListDefinition<S, R>,
  key: string,
  applied: Filters,
): boolean {
  if (definition.scope?.includes(key)) return false;
  const filter = definition.filters.find(candidate => candidate.key === key);
  const initial = filter && (filter.kind === 'select' || filter.kind === 'switch') ? filter.initial : undefined;
  return applied[key] !== initial;
}
