/** The data that a list displays, produced by the engine. */

/** A record, or the values of a form or a filter bar, by field. */
export type Fields = Record<string, unknown>;

/** State of a row relative to the server while a write of this person is pending or stuck. */
export interface RowMark {
  entryId: string;
  state: 'queued' | 'sending' | 'refused' | 'conflict';
  effect: 'create' | 'update' | 'delete';
  /** Sentence for people; empty if nothing went wrong. */
  message: string;
  /** A bulk change that includes this record is waiting. */
  bulk?: boolean;
  /** A write of the record is paused until the person sends it. */
  paused?: boolean;
}

export interface ListRow<R> {
  key: string;
  row: R;
  pending: RowMark | null;
}

export interface ListData<R> {
  rows: readonly ListRow<R>[];
  /** Rows of the whole list on the server; records that wait to be added are not in it. */
  total: number;
  /** Rows above the page's own: added here, or deleted on the server and not decided yet. */
  extra: number;
  page: number;
  count: number;
  /**
   * idle: nothing was requested (G7). loading: nothing to show yet. ready: rows are shown. error: the call failed and
   * nothing is cached; the table is empty (LIST-9).
   */
  status: 'idle' | 'loading' | 'ready' | 'error';
  /** Epoch milliseconds of the displayed answer; null if there is none. */
  asOf: number | null;
  /** The shown rows are those of the list that this device has cached, and `total` counts only those. */
  partial?: true;
  /** The shown rows are from the cache and a refresh is in progress. */
  refreshing: boolean;
  /** Why the last refresh failed, in words; the shown rows, if any, are the cached ones. */
  problem: string | null;
  /** Asks again. */
  refetch: () => void;
}
