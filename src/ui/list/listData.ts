/**
 * What a list is shown from. These shapes are those of the engine's `ListResult` and `ListRow`; they stand here again
 * because ui never imports sync, and TypeScript compares the two wherever a screen hands its data over.
 */

export type Fields = Record<string, unknown>;

/** How a row stands towards the server while a write of this person is on its way or stuck. */
export interface RowMark {
  entryId: string;
  state: 'queued' | 'sending' | 'refused' | 'conflict';
  effect: 'create' | 'update' | 'delete';
  /** Sentence for a person; empty while nothing went wrong. */
  message: string;
  /** It waits for the person's go. */
  held?: boolean;
}

export interface ListItem<R> {
  key: string;
  row: R;
  pending: RowMark | null;
}

export interface ListData<R> {
  rows: readonly ListItem<R>[];
  /** Rows of the whole list on the server; what waits to be added is not in it. */
  total: number;
  /** How many of the rows stand on top of the page's own: added here, or gone on the server and not decided yet. */
  extra: number;
  page: number;
  count: number;
  /** idle: nothing was asked (G7). error: the call failed and nothing is held, so the table is empty (LIST-9). */
  status: 'idle' | 'loading' | 'ready' | 'error';
  /** Epoch milliseconds of the answer that is shown. */
  asOf: number | null;
  refreshing: boolean;
  /** Why the last refresh failed, in words. */
  problem: string | null;
  refetch: () => void;
}
