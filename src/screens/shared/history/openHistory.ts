import { createContext, useContext, useEffect } from 'react';
import type { ListRow } from '../../../contract/listData.ts';
import type { Row } from '../../../sync/types.ts';

/** A record whose history is shown next to its list. */
export interface HistoryTarget {
  /** The record's key as in the change feed. */
  key: string;
  /** As the list shows it; null if it is not among the shown rows. */
  row: Row | null;
}

/** Opens the history of a record next to the list; null outside of a list that has one. */
export const HistoryContext = createContext<((target: HistoryTarget) => void) | null>(null);

/** A page that leads on from one write of a record's history. */
export interface HistoryLead {
  label: string;
  href: (recordKey: string, version: number) => string;
  /** What is asked before a change is restored, if the page has words of its own for any change. */
  question?: string;
}

/** Given by a screen whose records have such a page. */
export const HistoryLeadContext = createContext<HistoryLead | null>(null);

/** The row action "History": the panel takes over at once. */
export function OpenHistory({ item, close }: { item: ListRow<Row> | null; close: () => void }) {
  const open = useContext(HistoryContext);
  useEffect(() => {
    if (item) open?.({ key: item.key, row: item.row });
    close();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the action is chosen
  }, []);
  return null;
}
