import type { Notice } from './noticeStore.ts';

/** So many notices of good news with the same words are shown at once: the others would cover what the person works on. */
const MOST_ALIKE = 2;

/**
 * What the stack shows of the notices of now: all errors and warnings, of others with the same words the newest two.
 * @returns `alike`: by the last of those that are shown, how many more say the same
 */
export function stackOf(shown: readonly Notice[]): { notices: readonly Notice[]; alike: ReadonlyMap<number, number> } {
  const same = new Map<string, Notice[]>();
  const notices: Notice[] = [];
  const alike = new Map<number, number>();
  for (const notice of shown) {
    const isNews = notice.kind === 'error' || notice.kind === 'warning' || (notice.action && !notice.action.passing);
    const key = isNews ? `${notice.id}` : `${notice.kind} ${notice.text}`;
    const own = same.get(key) ?? [];
    same.set(key, own);
    own.push(notice);
    const last = own[MOST_ALIKE - 1];
    if (own.length > MOST_ALIKE && last) alike.set(last.id, own.length - MOST_ALIKE);
    else notices.push(notice);
  }
  return { notices, alike };
}
