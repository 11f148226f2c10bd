import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { SignInScreen } from '../../screens/signIn/SignInScreen.tsx';
import { PASSKEY_STEP, providerProblem } from '../../screens/signIn/signInProblem.ts';
import { SHELL_PROJECT, documentTitle } from '../documentTitle.ts';
import { ProductMark } from '../frame/ProductMark.tsx';
import { notices } from '../notices/noticeStore.ts';
import { safeRedirect } from '../../domain/redirect.ts';
import { landing } from '../redirect.ts';
import { leftByPerson } from '../session/leftovers.ts';
import { confirmSession, reloadSession, subscribeSession } from '../session/sessionStore.ts';
import { refreshSession } from '../../sync/session/session.ts';
import { NOT_LOGGED_IN } from '../session/access.ts';

/** The sign-in page (G76), which returns to the page that requested it. */
export function SignInPage() {
  const navigate = useNavigate();
  const { redirect, problem } = useSearch({ strict: false }) as { redirect?: unknown; problem?: unknown };
  useEffect(() => {
    document.title = documentTitle(SHELL_PROJECT, '');
    // A dialog that was open when the session ended hid the page from screen readers and did not undo that.
    document.getElementById('root')?.removeAttribute('aria-hidden');
  }, []);
  const trying = useRef(false);
  const goOn = useCallback(async () => {
    // Signing in has answered these notices.
    for (const notice of notices.get().shown) if (notice.text === NOT_LOGGED_IN) notices.close(notice.id);
    await navigate({ ...landing(safeRedirect(redirect)), replace: true });
  }, [navigate, redirect]);
  useEffect(
    () =>
      // The person signed in again in another tab: this tab continues too, once the server confirms it.
      subscribeSession(next => {
        if (!next || trying.current) return;
        void refreshSession().then(answer => {
          if (answer.kind !== 'ok' || trying.current) return;
          confirmSession();
          void goOn();
        });
      }),
    [goOn],
  );
  return (
    <SignInScreen
      mark={<ProductMark size={56} />}
      redirect={safeRedirect(redirect)}
      failed={providerProblem(problem)}
      second={problem === PASSKEY_STEP}
      findLeft={leftByPerson}
      onTrying={now => void (trying.current = now)}
      onSignedIn={async () => {
        confirmSession();
        await reloadSession();
        await goOn();
      }}
    />
  );
}
