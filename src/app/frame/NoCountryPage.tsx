import { useEffect } from 'react';
import { NoCountryScreen } from '../../screens/noCountry/NoCountryScreen.tsx';
import { refreshSession } from '../../sync/session/session.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { documentTitle, SHELL_PROJECT } from '../documentTitle.ts';
import type { SessionState } from '../session/sessionStore.ts';
import { useSigningOut } from './useSigningOut.ts';

const SignOutDialog = lazyPart(() => import('./SignOutDialog.tsx').then(module => module.SignOutDialog));

/** No events of a country come to who has none, so that it is asked for. */
const ASK_MILLIS = 10_000;

/** In place of the frame for who works in no country; once they work in one, the frame is there. */
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
