/** The data that a list displays, as the engine delivers it. */

/** A record, or the values of a form or a filter bar, by field. */
export type Fields = Record<string, unknown>;

/** State of a row relative to the server while a write of this person is pending or stuck. */
export interface RowMark {
  entryId: string;
  state: 'queued' | 'sending' | 'refused' | 'conflict';
  effect: 'create' | 'update' | 'delete';
  /** A sentence for people; empty if nothing went wrong. */
  message: string;
  /** Whether a bulk change that includes this record is waiting. */
  bulk?: boolean;
  /** Whether a write of the record is paused until the person sends it. */
  paused?: boolean;
}

export interface ListRow<R> {
  key: string;
  row: R;
  pending: RowMark | null;
}

export interface ListData<R> {
  rows: readonly ListRow<R>[];
  /** Number of rows in the whole list on the server, without records that wait to be added. */
  total: number;
  /** Number of rows shown above the page's own: added here, or deleted on the server and not decided yet. */
  extra: number;
  page: number;
  count: number;
  /**
   * idle: nothing was requested (G7). loading: nothing to show yet. ready: rows are shown. error: the call failed and
   * nothing is cached; the table is empty (LIST-9).
   */
  status: 'idle' | 'loading' | 'ready' | 'error';
  /** Epoch milliseconds as of which the displayed rows are current; null if there are none. */
  asOf: number | null;
  /** Whether the rows are only those that this device has cached of the list; `total` then counts only those. */
  partial?: true;
  /** Whether the rows are from the cache while a refresh is in progress. */
  refreshing: boolean;
  /** Why the last refresh failed, in words; the rows, if any, are then from the cache. */
  problem: string | null;
  /** Requests the rows again. */
  refetch: () => void;
}
