import type { NoticeAbout, NoticeOffer, Notify, OpenNotice } from '../../ui/UiContext.ts';
import { notices, type NoticeAction, type NoticeStore } from './noticeStore.ts';

const passing = (offer: NoticeOffer | undefined): { action?: NoticeAction } =>
  offer ? { action: { ...offer, passing: true } } : {};

/**
 * The notification functions for shared components and screens.
 *
 * @param isHere whether the person whom the notices are for is still signed in; the next person must not see late ones
 */
export function createNotify(store: NoticeStore, isHere: () => boolean): Notify {
  const open = (): OpenNotice => {
    let id: number | null = null;
    return {
      say({ kind, text, detail, href, offer }: NoticeAbout) {
        if (!isHere()) return;
        const content = { kind, text, detail, ...(href === undefined ? {} : { href }), ...passing(offer) };
        if (id === null) id = store.open(content);
        else store.change(id, content);
      },
      withdraw() {
        if (id !== null) store.withdraw(id);
      },
      isShown: () => store.get().shown.some(notice => notice.id === id),
    };
  };
  return {
    success: (text, offer) => void (isHere() && store.add('success', text, passing(offer).action)),
    info: (text, detail = '') => open().say({ kind: 'info', text, detail }),
    warning: text => void (isHere() && store.add('warning', text)),
    error: text => void (isHere() && store.add('error', text)),
    open,
  };
}

/** The notification functions of the frame itself. */
export const notify: Notify = createNotify(notices, () => true);
