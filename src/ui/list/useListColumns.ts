import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Fields, ListRow } from '../../contract/listData.ts';
import type { Filters } from '../../domain/listQuery.ts';
import type { Column } from '../table/columns.ts';
import type { ColumnArrange } from '../table/HeadCell.tsx';
import { moved, resized, variedIn, viewColumns } from './columnView.ts';
import type { ListDefinition } from './definition.ts';
import type { TablePreferences } from './preferences.ts';

/** A column whose cells are changed in their place, for who may do what they are changed by. */
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
  /** The list has little room. */
  tight: boolean;
  preferences: TablePreferences;
  setPreferences: (next: TablePreferences) => void;
  can: (code: string) => boolean;
}

/** The columns that a list shows: by what the person chose, the filters and the room, and how a person arranges them. */
export function useListColumns<S extends { rowKey: (row: R) => string }, R extends Fields>(
  definition: ListDefinition<S, R>,
  rows: readonly ListRow<R>[],
  { applied, tight, preferences, setPreferences, can }: ColumnOptions,
) {
  // A column that said different things once stays: another page moves no column.
  const [varied, setVaried] = useState<ReadonlySet<string>>(new Set());
  const nowVaried = useMemo(() => variedIn(definition.columns, rows, varied), [definition, rows, varied]);
  if (nowVaried !== varied) setVaried(nowVaried);
  const view = useMemo(
    () => viewColumns(definition.columns, preferences, applied, tight, nowVaried),
    [definition, preferences, applied, tight, nowVaried],
  );
  const shownKeys = view.columns.map(({ key }) => key).join();
  // By what is shown: other filters hand every row the same columns and draw none of them again.
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
