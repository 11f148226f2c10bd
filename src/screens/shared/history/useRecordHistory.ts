import { useEffect, useRef } from 'react';
import { useList } from '../../../sync/hooks/useList.ts';
import { historySource, type HistoryFilters } from './historySource.ts';

/** A page of a record's writes, reloaded whenever the record's version changes. */
export function useRecordHistory(filters: HistoryFilters, version: unknown, page: number, count: number) {
  const list = useList(historySource, filters, page, count);
  const { refetch } = list;
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    refetch();
  }, [version, refetch]);
  return list;
}
