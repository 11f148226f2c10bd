import type { NoticeStore } from './noticeStore.ts';

/** Ids of the person before and after a change of the session; null where nobody is signed in. */
export type OnPerson = (listener: (next: number | null) => void) => () => void;

/**
 * Empties the notices whenever the person leaves, in whatever tab they signed out, and when somebody comes: what was
 * reported to one is not for the next one's eyes (MR4). Who signs in again where the session ran out finds their own.
 *
 * @returns ends it
 */
export function keepForPerson(notices: Pick<NoticeStore, 'clear'>, onPerson: OnPerson): () => void {
  let last: number | null | undefined;
  return onPerson(next => {
    if (last !== undefined && next !== last) notices.clear();
    last = next;
  });
}
