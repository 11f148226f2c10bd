/** What a list is shown from: the engine makes it, the list draws it. */

/** A record, or the values of a form or a filter bar, by field. */
export type Fields = Record<string, unknown>;

/** State of a row towards the server while a write of this person is pending or stuck. */
export interface RowMark {
  entryId: string;
  state: 'queued' | 'sending' | 'refused' | 'conflict';
  effect: 'create' | 'update' | 'delete';
  /** Sentence for a person; empty while nothing went wrong. */
  message: string;
  /** A change of many records waits, this one among them. */
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
  /** Rows on top of the page's own: added here, or gone on the server and not decided yet. */
  extra: number;
  page: number;
  count: number;
  /**
   * idle: nothing was asked (G7). loading: nothing to show yet. ready: rows are shown. error: the call failed and
   * nothing is cached; the table is empty (LIST-9).
   */
  status: 'idle' | 'loading' | 'ready' | 'error';
  /** Epoch milliseconds of the answer that is shown; null while there is none. */
  asOf: number | null;
  /** The shown rows are those of the list that this device has cached, and `total` counts them alone. */
  partial?: true;
  /** The shown rows are from the cache and a refresh is under way. */
  refreshing: boolean;
  /** Why the last refresh failed, in words; the shown rows, if any, are the cached ones. */
  problem: string | null;
  /** Asks again. */
  refetch: () => void;
}
