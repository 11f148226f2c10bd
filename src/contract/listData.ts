/** The data that a list displays, as provided by the engine. */

/** A record, or the values of a form or a filter bar, by field. */
export type Fields = Record<string, unknown>;

/** The state of a row relative to the server while one of this person's writes is pending or stuck. */
export interface RowMark {
  entryId: string;
  state: 'queued' | 'sending' | 'refused' | 'conflict';
  effect: 'create' | 'update' | 'delete';
  /** A sentence for people; empty if nothing went wrong. */
  message: string;
  /** Whether a bulk change that includes this record is waiting to be sent. */
  bulk?: boolean;
  /** Whether a write to the record is paused until the person sends it. */
  paused?: boolean;
}

export interface ListRow<R> {
  key: string;
  row: R;
  pending: RowMark | null;
}

export interface ListData<R> {
  rows: readonly ListRow<R>[];
  /** The number of rows in the whole list on the server, without records that are waiting to be added. */
  total: number;
  /** The number of rows shown above those of the page: added here, or deleted on the server and not decided yet. */
  extra: number;
  page: number;
  count: number;
  /**
   * idle: nothing was requested (G7). loading: nothing to show yet. ready: rows are shown. error: the call failed and
   * nothing is cached; the table is empty (LIST-9).
   */
  status: 'idle' | 'loading' | 'ready' | 'error';
  /** The time in epoch milliseconds as of which the displayed rows are current; null if there are none. */
  asOf: number | null;
  /** Whether the rows are only the part of the list that this device has cached; `total` then counts only those. */
  partial?: true;
  /** Whether the rows are from the cache while a refresh is in progress. */
  refreshing: boolean;
  /** Why the last refresh failed, in words; the rows, if any, are then from the cache. */
  problem: string | null;
  /** Fetches the rows again. */
  refetch: () => void;
}
