import { useEffect } from 'react';
import { NoCountryScreen } from '../../screens/noCountry/NoCountryScreen.tsx';
import { refreshSession } from '../../sync/session/session.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { documentTitle, SHELL_PROJECT } from '../documentTitle.ts';
import type { SessionState } from '../session/sessionStore.ts';
import { useSigningOut } from './useSigningOut.ts';

const SignOutDialog = lazyPart(() => import('./SignOutDialog.tsx').then(module => module.SignOutDialog));

/**
 * Interval in milliseconds between checks: a person without a country receives no events, so the page polls the server.
 */
const ASK_MILLIS = 10_000;

/** Shown instead of the frame to a person who has no country; the frame appears once they get one. */
export function NoCountryPage({ state }: { state: SessionState }) {
  const signingOut = useSigningOut(state);
  useEffect(() => {
    document.title = documentTitle(SHELL_PROJECT, '');
    const timer = setInterval(() => void refreshSession(), ASK_MILLIS);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <NoCountryScreen
        email={state.session.info.email}
        onAgain={() => void refreshSession()}
        onSignOut={() => signingOut.start(false)}
      />
      {signingOut.asking !== null && (
        <SignOutDialog {...signingOut.asking} onCancel={signingOut.cancel} onSignOut={signingOut.confirm} />
      )}
    </>
  );
}
