import { useMemo } from 'react';
import type { CallDefinition } from '../../contract/call.ts';
import { listViews, type ViewRow } from '../../contract/views.ts';
import type { ListSource, Row } from '../types.ts';
import { useList } from './useList.ts';

const SOURCE: ListSource<Row, ViewRow> = {
  id: 'views',
  call: listViews as unknown as CallDefinition,
  collection: 'views',
  rowKey: ({ id }) => id,
  matches: () => true,
  ready: () => true,
};
const NONE: Row = {};
/** More than a person keeps. */
const MOST = 500;

/** The person's saved views in the entity and those that others share, with what waits to be sent; from the cache at first. */
export function useViews(): {
  views: readonly ViewRow[];
  status: 'idle' | 'loading' | 'ready' | 'error';
  /** The server was asked, or cannot be reached: what is not among them now is not there. */
  asked: boolean;
} {
  const { rows, status, refreshing } = useList<Row, ViewRow>(SOURCE, NONE, 1, MOST);
  return useMemo(() => {
    const views = rows.filter(({ pending }) => pending?.effect !== 'delete').map(({ row }) => row);
    return { views: views.toSorted((a, b) => a.name.localeCompare(b.name, 'en')), status, asked: !refreshing };
  }, [rows, status, refreshing]);
}
