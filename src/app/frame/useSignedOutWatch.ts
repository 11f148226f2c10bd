import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSyncStatus } from '../../sync/hooks/useSyncStatus.ts';
import { notices } from '../notices/noticeStore.ts';
import { addressNow, redirectFor } from '../redirect.ts';
import { NOT_LOGGED_IN } from '../session/access.ts';
import { confirmedFor } from '../session/sessionStore.ts';

/**
 * ERR-2: any 401 response redirects to the sign-in page, which remembers the page to return to. The queue is kept.
 * While the server cannot be reached, the person keeps working with the cached data: nobody could sign in now, and the
 * pill says what to do.
 */
export function useSignedOutWatch(): void {
  const { signedOut, network } = useSyncStatus();
  const navigate = useNavigate();
  const here = useLocation({ select: ({ pathname }) => pathname });
  // A simultaneous click replaces this navigation, but the page that it opens redirects again.
  const leave = signedOut && network !== 'offline' && here !== '/login' ? here : null;
  useEffect(() => {
    if (leave === null) return undefined;
    const go = (): void => {
      // Anyone can see the sign-in page, so notices that refer to a record are shown only in the bell.
      for (const { id, detail } of notices.get().shown) if (detail !== '') notices.close(id);
      notices.add('error', NOT_LOGGED_IN);
      const back = redirectFor(addressNow());
      void navigate({ to: '/login', search: { redirect: back }, replace: true });
    };
    // Right after signing in, the engine's state may be outdated, so this waits until it is current.
    const timer = setTimeout(go, confirmedFor());
    return () => clearTimeout(timer);
  }, [leave, navigate]);
}
