import { useEffect } from 'react';
import { listNotifications, readNotifications } from '../../contract/notify.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { serverBell } from './serverBell.ts';

/** How often the notifications are read while the page is visible (milliseconds). */
const EVERY = 30_000;

/** The count on the icon of the installed app, if the platform has one. */
function badge(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as {
    setAppBadge?: (n: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  const done = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  void done?.catch(() => undefined);
}

/** Reads the person's notifications, at once and from time to time; it draws nothing. */
export function ServerBellReader() {
  const { client } = useSync();
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || client.board.now.network === 'offline') return;
      const outcome = await client.transport.call(listNotifications, {}, { signal });
      if (outcome.kind !== 'ok' || signal.aborted) return;
      badge(outcome.data.unread);
      serverBell.set({ known: outcome.data, markRead: () => void markRead() });
    };
    const markRead = async (): Promise<void> => {
      const { known } = serverBell.get();
      const [newest] = known?.list ?? [];
      if (!newest || known?.unread === 0) return;
      const outcome = await client.transport.call(readNotifications, { upTo: newest.id }, { signal });
      if (outcome.kind !== 'ok' || signal.aborted) return;
      badge(outcome.data.unread);
      const before = serverBell.get();
      if (before.known) serverBell.set({ ...before, known: { ...before.known, unread: outcome.data.unread } });
    };
    const now = (): void => void look();
    now();
    const timer = setInterval(now, EVERY);
    document.addEventListener('visibilitychange', now);
    return () => {
      ended.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', now);
      serverBell.set({ known: null, markRead: () => undefined });
    };
  }, [client]);
  return null;
}
