import { createContext, use, useEffect, useRef } from 'react';
import type { ListWatchProps } from '../../ui/list/definition.ts';
import { hasEnded, type BatchStatus } from '../../domain/import/batch.ts';
import { useImports } from '../../sync/hooks/useImports.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useUi } from '../../ui/UiContext.ts';

/** Intervals in milliseconds at which a history is refreshed while one of its batches is in progress, and otherwise. */
const EVERY_IN_PROGRESS = 2000;
const EVERY = 15_000;

/** Lets components inside a history refresh it: calling `ask` increments `times`. */
export const BatchesAsked = createContext({ times: 0, ask: (): void => undefined });

/**
 * Keeps a batch history up to date: it is refreshed immediately when an import on this device progresses, or when the
 * server reports that somebody's was queued, started, ended or deleted; soon while a batch is in progress; and
 * occasionally, in case such a report was lost. Pauses while the page is hidden or the server is unreachable.
 */
export function BatchWatch({
  rows,
  refetch,
  importId,
}: ListWatchProps<{ status: BatchStatus }> & { importId: string | readonly string[] }) {
  const { client, entity } = useSync();
  const { online } = useUi();
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });
  const { times } = use(BatchesAsked);
  const own = useImports()
    ?.filter(queued => [importId].flat().includes(queued.importId) && queued.entity === entity)
    .map(({ id, state, receipt }) => `${id} ${receipt === null ? state : receipt.state}`)
    .join();
  const mark = own === undefined ? null : `${own} ${times}`;
  const asked = useRef<string | null>(null);
  useEffect(() => {
    // Data from the first response does not need to be refreshed.
    if (asked.current !== null && asked.current !== mark) latest.current();
    asked.current = mark;
  }, [mark]);

  const watched = [importId].flat().join();
  useEffect(
    () =>
      client.signals.listen(signal => {
        if (signal.t !== 'batches' || signal.entity !== entity || !watched.split(',').includes(signal.importId)) return;
        if (document.visibilityState !== 'hidden') latest.current();
      }),
    [client, entity, watched],
  );

  const inProgress = rows.some(({ row }) => !hasEnded(row.status));
  useEffect(() => {
    if (!online) return undefined;
    const timer = setInterval(
      () => {
        if (document.visibilityState !== 'hidden') latest.current();
      },
      inProgress ? EVERY_IN_PROGRESS : EVERY,
    );
    return () => clearInterval(timer);
  }, [inProgress, online]);
  return null;
}
