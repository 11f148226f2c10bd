import type { ListData } from '../../contract/listData.ts';
import { overlay } from '../query/overlay.ts';
import type { Row } from '../types.ts';
import type { ListQuestion } from './askList.ts';
import { isRefreshing, shownAnswer, type ListState } from './listReducer.ts';

/** The displayed result: pending writes applied to the newest available rows (MR1). */
export function drawList<F extends Row, R extends Row>(
  { source, filters, page, count }: ListQuestion<F, R>,
  state: ListState,
  refetch: () => void,
): ListData<R> {
  const { view, entries, problem } = state;
  const fetching = state.request !== null && !state.quiet;
  const common = { page, count, problem, refetch };
  const none = { ...common, rows: [], total: 0, extra: 0, asOf: null };
  if (!state.ready) return { ...none, status: 'idle', refreshing: false };
  // LIST-9: a refusal empties the table even if rows are cached.
  if (state.refused && !fetching) return { ...none, status: 'error', refreshing: false };
  const shown = shownAnswer(state) ?? view?.cached;
  if (shown) {
    const drawn = overlay({ ...shown, page }, entries, source, filters);
    const partial = 'partial' in shown ? { partial: shown.partial } : {};
    return { ...common, ...drawn, ...partial, status: 'ready', asOf: shown.asOf, refreshing: isRefreshing(state) };
  }
  if (view === null && !fetching && problem !== null) {
    // No server data is cached, but records added here by the person are still shown.
    const pending = overlay({ rows: [], total: 0, page, settledAt: 0 }, entries, source, filters);
    return { ...none, ...pending, status: 'error', refreshing: false };
  }
  return { ...none, status: 'loading', refreshing: false };
}
