import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotWhitelistedScreen } from '../../screens/notWhitelisted/NotWhitelistedScreen.tsx';
import { documentTitle, SHELL_PROJECT } from '../documentTitle.ts';
import { useSigningOut } from '../frame/useSigningOut.ts';
import type { SessionState } from '../session/sessionStore.ts';
import { useSession } from '../session/useSession.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';

const SignOutDialog = lazyPart(() => import('../frame/SignOutDialog.tsx').then(module => module.SignOutDialog));

/** The Not Whitelisted page (SHELL-3), outside the frame: this person has no access to any part of the console. */
export function NotWhitelistedPage() {
  const state = useSession();
  return state && <Page state={state} />;
}

function Page({ state }: { state: SessionState }) {
  const navigate = useNavigate();
  const signingOut = useSigningOut(state);
  const allowed = state.session.whitelist?.allowed === true;
  useEffect(() => {
    // A background check found that the person has been given access.
    if (allowed) void navigate({ to: '/', replace: true });
  }, [allowed, navigate]);
  useEffect(() => {
    document.title = documentTitle(SHELL_PROJECT, '');
  }, []);
  return (
    <>
      <NotWhitelistedScreen
        email={state.session.info.email}
        onHome={() => void navigate({ to: '/' })}
        onSignOut={() => signingOut.start(false)}
      />
      {signingOut.asking !== null && (
        <SignOutDialog {...signingOut.asking} onCancel={signingOut.cancel} onSignOut={signingOut.confirm} />
      )}
    </>
  );
}
