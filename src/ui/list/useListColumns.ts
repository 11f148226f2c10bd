import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Fields, ListRow } from '../../contract/listData.ts';
import type { Filters } from '../../domain/listQuery.ts';
import type { Column } from '../table/columns.ts';
import type { ColumnArrange } from '../table/HeadCell.tsx';
import { moved, resized, variedIn, viewColumns } from './columnView.ts';
import type { ListDefinition } from './definition.ts';
import type { TablePreferences } from './preferences.ts';

/** Makes a column editable in place for people who have the permission for the action that changes it. */
function editableFor<S extends { rowKey: (row: R) => string }, R extends Fields>(
  column: Column<R>,
  { rowActions }: ListDefinition<S, R>,
  can: (code: string) => boolean,
): Column<R> {
  if (column.edit === undefined) return column;
  const action = rowActions.find(({ id }) => id === column.edit);
  if (action && (action.permission === undefined || can(action.permission))) return column;
  const { edit: _edit, ...shown } = column;
  return shown as Column<R>;
}

interface ColumnOptions {
  applied: Filters;
  /** Whether the list is narrow. */
  tight: boolean;
  preferences: TablePreferences;
  setPreferences: (next: TablePreferences) => void;
  can: (code: string) => boolean;
}

/**
 * The visible columns of a list, which depend on the person's choice, the filters and the available width, and
 * functions to rearrange them.
 */
export function useListColumns<S extends { rowKey: (row: R) => string }, R extends Fields>(
  definition: ListDefinition<S, R>,
  rows: readonly ListRow<R>[],
  { applied, tight, preferences, setPreferences, can }: ColumnOptions,
) {
  // A column whose values have differed once remains visible, so that columns do not move from page to page.
  const [varied, setVaried] = useState<ReadonlySet<string>>(new Set());
  const nowVaried = useMemo(() => variedIn(definition.columns, rows, varied), [definition, rows, varied]);
  if (nowVaried !== varied) setVaried(nowVaried);
  const view = useMemo(
    () => viewColumns(definition.columns, preferences, applied, tight, nowVaried),
    [definition, preferences, applied, tight, nowVaried],
  );
  const shownKeys = view.columns.map(({ key }) => key).join();
  // Depends only on what is visible: other filters pass the same columns to every row, so that no row is rerendered.
  const columns = useMemo(
    () => view.columns.map(column => editableFor(column, definition, can)),
    // oxlint-disable-next-line react/exhaustive-deps -- the keys cover the view
    [shownKeys, definition, can],
  );
  const prefer = {
    resize: (column: string, width: number | null) => setPreferences(resized(preferences, column, width)),
    move: (column: string, to: string) => setPreferences(moved(definition.columns, preferences, column, to)),
  };
  const latestPrefer = useRef(prefer);
  useLayoutEffect(() => {
    latestPrefer.current = prefer;
  });
  const arrange = useMemo(
    (): ColumnArrange => ({
      resize: (column, width) => latestPrefer.current.resize(column, width),
      move: (column, to) => latestPrefer.current.move(column, to),
    }),
    [],
  );
  return { view, columns, arrange };
}
