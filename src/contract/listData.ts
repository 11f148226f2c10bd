/** The data that a list displays, as provided by the engine. */

/** A record, or the values of a form or a filter bar, by field. */
export type Fields = Record<string, unknown>;

/** How a row differs from the server's while one of this person's writes is pending or stuck. */
export interface RowMark {
  entryId: string;
  state: 'queued' | 'sending' | 'refused' | 'conflict';
  effect: 'create' | 'update' | 'delete';
  /** A sentence for people; empty if nothing went wrong. */
  message: string;
  /** Whether the record is part of a bulk change that has not been sent yet. */
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
  /** The number of rows in the complete list on the server, excluding records that are not sent yet. */
  total: number;
  /**
   * The number of rows shown above the page's own: records added on this device, and records deleted on the server that
   * await a decision.
   */
  extra: number;
  page: number;
  count: number;
  /**
   * idle: nothing was requested (G7). loading: there are no rows to show yet. ready: rows are shown. error: the call
   * failed and nothing is cached, so the table is empty (LIST-9).
   */
  status: 'idle' | 'loading' | 'ready' | 'error';
  /** When the displayed rows were last current, in epoch milliseconds; null if there are no rows. */
  asOf: number | null;
  /** Whether this device has cached only part of the list; `total` then counts only that part. */
  partial?: true;
  /** Whether cached rows are shown while a refresh is in progress. */
  refreshing: boolean;
  /** Why the last refresh failed, in words; any rows shown then come from the cache. */
  problem: string | null;
  /** Fetches the rows again. */
  refetch: () => void;
}
