import type { Notice } from './noticeStore.ts';

/**
 * Selects the notices to show: all errors and warnings, and the newest of those that report the same success.
 * @returns `alike`: for each shown notice, how many more report the same
 */
export function stackOf(shown: readonly Notice[]): { notices: readonly Notice[]; alike: ReadonlyMap<number, number> } {
  const newest = new Map<string, Notice>();
  const notices: Notice[] = [];
  const alike = new Map<number, number>();
  for (const notice of shown) {
    const isNews = notice.kind === 'error' || notice.kind === 'warning' || (notice.action && !notice.action.passing);
    const key = isNews ? `${notice.id}` : `${notice.kind} ${notice.text}`;
    const first = newest.get(key);
    if (first) alike.set(first.id, (alike.get(first.id) ?? 0) + 1);
    else {
      newest.set(key, notice);
      notices.push(notice);
    }
  }
  return { notices, alike };
}
