import type { Fields, ListData } from '../../contract/listData.ts';

interface Place {
  /** The number of rows on earlier pages, the total if known, and the number of rows per page. */
  before: number;
  length: number;
  lengthKnown: boolean;
  count: number;
}

/**
 * The counts in a list's footer: the number of rows on the page, and the text shown instead of the total while it is
 * unknown.
 */
export function footerCounts<R extends Fields>(
  { status, rows, total, extra, partial, refreshing }: ListData<R>,
  { before, length, lengthKnown, count }: Place,
): { shown: number; unknown: string | null } {
  if (status === 'loading')
    return {
      shown: Math.max(0, Math.min(count, length - before)),
      unknown: !lengthKnown || (partial && refreshing) ? 'Loading ...' : partial ? ofPart(total) : null,
    };
  const shown = status === 'ready' && rows.length > 0 ? rows.length - extra : 0;
  if (status === 'error') return { shown, unknown: 'Not loaded' };
  return { shown, unknown: partial ? (refreshing ? 'Loading ...' : ofPart(total)) : null };
}

const ofPart = (total: number): string => `${total} found among the entries loaded on this device`;
