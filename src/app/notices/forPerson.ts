import type { Keeper } from './keptNotices.ts';
import type { NoticeStore } from './noticeStore.ts';

/** Ids of the person before and after a change of the session; null if nobody is signed in. */
export type OnPerson = (listener: (next: number | null) => void) => () => void;

/**
 * Empties the notices whenever the person leaves, in whatever tab they signed out, and when somebody comes: what was
 * reported to one is not for the next one's eyes (MR4). Who signs in again where the session ran out, or reloads the page,
 * finds their own.
 *
 * @returns ends it
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
