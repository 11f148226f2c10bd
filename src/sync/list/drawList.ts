import type { PageView, Row } from '../types.ts';
import { overlay } from '../query/overlay.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import type { ListData } from '../../contract/listData.ts';
import type { ListQuestion } from './askList.ts';
import type { CachedPageAnswer } from './cachedView.ts';

/** The current inputs for drawing a list. */
interface ListState {
  /** undefined: the cache was not read yet. */
  view: PageView | null | undefined;
  /** The answer of `ops`, if that is shown. */
  cached: CachedPageAnswer | null;
  entries: readonly StoredEntry[];
  problem: string | null;
  /** The server refused the call. */
  refused: boolean;
  fetching: boolean;
  refreshing: boolean;
  refetch: () => void;
}

/** The displayed result: pending writes applied to the newest available rows (MR1). */
export function drawList<F extends Row, R extends Row>(
  { source, filters, page, count }: ListQuestion<F, R>,
  ready: boolean,
  { view, cached, entries, problem, refused, fetching, refreshing, refetch }: ListState,
): ListData<R> {
  const common = { page, count, problem, refetch };
  const none = { ...common, rows: [], total: 0, extra: 0, asOf: null };
  if (!ready) return { ...none, status: 'idle', refreshing: false };
  // LIST-9: a refusal empties the table, regardless of the cache.
  if (refused && !fetching) return { ...none, status: 'error', refreshing: false };
  const shown = cached ?? view?.cached;
  if (shown) {
    const drawn = overlay({ ...shown, page }, entries, source, filters);
    const partial = 'partial' in shown ? { partial: shown.partial } : {};
    return { ...common, ...drawn, ...partial, status: 'ready', asOf: shown.asOf, refreshing };
  }
  if (view === null && !fetching && problem !== null) {
    // No server data is cached: records added by the person here are shown anyway.
    const pending = overlay({ rows: [], total: 0, page, settledAt: 0 }, entries, source, filters);
    return { ...none, ...pending, status: 'error', refreshing: false };
  }
  return { ...none, status: 'loading', refreshing: false };
}
