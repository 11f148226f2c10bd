import { useEffect } from 'react';
import type { ListWatchProps } from '../../ui/list/definition.ts';

const EVERY_MILLIS = 2_000;

/** Reloads a list while any of its rows is still being processed. */
function useWatch(active: boolean, refetch: () => void): void {
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(refetch, EVERY_MILLIS);
    return () => clearInterval(timer);
  }, [active, refetch]);
}

type Props = ListWatchProps<{ state: string }>;

export function BillWatch({ rows, refetch }: Props) {
  useWatch(
    rows.some(({ row }) => ['queued', 'reading', 'comparing'].includes(row.state)),
    refetch,
  );
  return null;
}

export function DownloadWatch({ rows, refetch }: Props) {
  useWatch(
    rows.some(({ row }) => row.state === 'queued'),
    refetch,
  );
  return null;
}
