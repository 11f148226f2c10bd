import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSyncStatus } from '../../sync/hooks/useSyncStatus.ts';
import { notices } from '../notices/noticeStore.ts';
import { addressNow, redirectFor } from '../redirect.ts';
import { NOT_LOGGED_IN } from '../session/access.ts';
import { confirmedFor } from '../session/sessionStore.ts';

/**
 * ERR-2: an answer 401 anywhere leads to the sign-in page with the way back. The queue is kept. While the server cannot
 * be reached the person stays with the cached data: nobody could sign in now, and the pill says what to do.
 */
export function useSignedOutWatch(): void {
  const { signedOut, network } = useSyncStatus();
  const navigate = useNavigate();
  const here = useLocation({ select: ({ pathname }) => pathname });
  // A click in the same moment takes the place of this navigation: the page it leads to sends on again.
  const leave = signedOut && network !== 'offline' && here !== '/login' ? here : null;
  useEffect(() => {
    if (leave === null) return undefined;
    const go = (): void => {
      // The sign-in page is for anybody: what names a record is left to the bell.
      for (const { id, detail } of notices.get().shown) if (detail !== '') notices.close(id);
      notices.add('error', NOT_LOGGED_IN);
      const back = redirectFor(addressNow());
      void navigate({ to: '/login', search: { redirect: back }, replace: true });
    };
    // Just signed in: the engine's state may be from before. After a while it is the present one.
    const timer = setTimeout(go, confirmedFor());
    return () => clearTimeout(timer);
  }, [leave, navigate]);
}
