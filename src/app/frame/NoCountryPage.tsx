import { useEffect } from 'react';
import { NoCountryScreen } from '../../screens/noCountry/NoCountryScreen.tsx';
import { refreshSession } from '../../sync/session/session.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { documentTitle, SHELL_PROJECT } from '../documentTitle.ts';
import type { SessionState } from '../session/sessionStore.ts';
import { useSigningOut } from './useSigningOut.ts';

const SignOutDialog = lazyPart(() => import('./SignOutDialog.tsx').then(module => module.SignOutDialog));

/**
 * Milliseconds between two polls: a person without a country receives no events, but a changed right takes effect within
 * two seconds.
 */
const ASK_MILLIS = 1_500;

/** Shown instead of the frame to a person without a country; the frame appears once one is assigned. */
export function NoCountryPage({ state }: { state: SessionState }) {
  const signingOut = useSigningOut(state);
  useEffect(() => {
    document.title = documentTitle(SHELL_PROJECT, '');
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    // The next request waits for the reply of the one before, however long it takes.
    const wait = () => {
      timer = setTimeout(() => void refreshSession().finally(() => !left && wait()), ASK_MILLIS);
    };
    wait();
    return () => {
      left = true;
      clearTimeout(timer);
    };
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
