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
/** A page size larger than any person's number of views. */
const MOST = 500;

/**
 * The saved views in the entity, the person's own and those shared by others, including unsent ones; initially from the
 * cache.
 */
export function useViews(): {
  views: readonly ViewRow[];
  status: 'idle' | 'loading' | 'ready' | 'error';
  /** Whether the server has responded or is unreachable: views that are still missing then do not exist. */
  asked: boolean;
} {
  const { rows, status, refreshing } = useList<Row, ViewRow>(SOURCE, NONE, 1, MOST);
  return useMemo(() => {
    const views = rows.filter(({ pending }) => pending?.effect !== 'delete').map(({ row }) => row);
    return { views: views.toSorted((a, b) => a.name.localeCompare(b.name, 'en')), status, asked: !refreshing };
  }, [rows, status, refreshing]);
}
