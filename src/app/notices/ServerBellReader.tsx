import { useEffect } from 'react';
import { listNotifications, readNotifications } from '../../contract/notify.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { serverBell } from './serverBell.ts';

/** The badge count on the installed app's icon, if the platform supports badges. */
function badge(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as {
    setAppBadge?: (n: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  const done = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  void done?.catch(() => undefined);
}

/**
 * Reads the person's notifications immediately, whenever the event stream reports a change, and whenever the page
 * becomes visible again; renders nothing.
 */
export function ServerBellReader() {
  const { client } = useSync();
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let reading = false;
    let again = false;
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      // Several streams may report the same change at once; a change reported during a read triggers another read.
      again = true;
      if (reading) return;
      reading = true;
      try {
        while (again && !signal.aborted) {
          again = false;
          const outcome = await client.transport.call(listNotifications, {}, { signal });
          if (outcome.kind !== 'ok' || signal.aborted) return;
          badge(outcome.data.unread);
          serverBell.set({ known: outcome.data, markRead: () => void markRead() });
        }
      } finally {
        reading = false;
      }
    };
    const markRead = async (): Promise<void> => {
      const { known } = serverBell.get();
      const ids = (known?.list ?? []).map(({ id }) => id);
      if (ids.length === 0 || known?.unread === 0) return;
      const outcome = await client.transport.call(readNotifications, { ids }, { signal });
      if (outcome.kind !== 'ok' || signal.aborted) return;
      badge(outcome.data.unread);
      const before = serverBell.get();
      if (before.known) serverBell.set({ ...before, known: { ...before.known, unread: outcome.data.unread } });
    };
    const now = (): void => void look();
    const seen = (): void => {
      if (client.board.now.network !== 'offline') now();
    };
    seen();
    const unheard = client.signals.listen(({ t }) => {
      if (t === 'bell') now();
    });
    document.addEventListener('visibilitychange', seen);
    return () => {
      ended.abort();
      unheard();
      document.removeEventListener('visibilitychange', seen);
      // Signing out removes the badge.
      badge(0);
      serverBell.set({ known: null, markRead: () => undefined });
    };
  }, [client]);
  return null;
}
