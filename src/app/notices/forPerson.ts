import type { Keeper } from './keptNotices.ts';
import type { NoticeStore } from './noticeStore.ts';

/** User ids before and after a session change; null if nobody is signed in. */
export type OnPerson = (listener: (next: number | null) => void) => () => void;

/**
 * Clears the notices when the person signs out, in any tab, and when someone signs in: one person's notices must not be
 * visible to the next (MR4). A person who signs in again after the session expired, or reloads the page, gets their own
 * notices back.
 *
 * @returns a function that stops clearing
 */
export function keepForPerson(
  notices: Pick<NoticeStore, 'clear' | 'get' | 'restore' | 'subscribe'>,
  onPerson: OnPerson,
  keeper: Keeper,
): () => void {
  let last: number | null | undefined;
  const stopSaving = notices.subscribe(() => {
    if (typeof last === 'number') keeper.save(last, notices.get());
  });
  const stopListening = onPerson(next => {
    const before = last;
    if (next === before) return;
    last = undefined;
    if (before !== undefined) notices.clear();
    last = next;
    if (next === null) keeper.forget();
    else notices.restore(keeper.load(next));
  });
  return () => {
    stopListening();
    stopSaving();
  };
}
