import { createContext, useContext, useEffect } from 'react';
import type { ListRow } from '../../../contract/listData.ts';
import type { Row } from '../../../sync/types.ts';

/** A record whose history is shown next to its list. */
export interface HistoryTarget {
  /** The record's key, as in the change feed. */
  key: string;
  /** The record as shown in the list; null if it is not among the visible rows. */
  row: Row | null;
}

/** Opens the history of a record next to its list; null outside a list with histories. */
export const HistoryContext = createContext<((target: HistoryTarget) => void) | null>(null);

/** A page to which the writes in a record's history link. */
export interface HistoryLead {
  label: string;
  href: (recordKey: string, version: number) => string;
  /** The question asked before a change is reverted, if the page has its own. */
  question?: string;
}

/** The page to which a record's history links; provided by screens that have one. */
export const HistoryLeadContext = createContext<HistoryLead | null>(null);

/** The row action "History", which opens the panel and immediately closes itself. */
export function OpenHistory({ item, close }: { item: ListRow<Row> | null; close: () => void }) {
  const open = useContext(HistoryContext);
  useEffect(() => {
    if (item) open?.({ key: item.key, row: item.row });
    close();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the action is chosen
  }, []);
  return null;
}
