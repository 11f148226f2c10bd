import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotWhitelistedScreen } from '../../screens/notWhitelisted/NotWhitelistedScreen.tsx';
import { safeRedirect } from '../../domain/redirect.ts';
import { documentTitle, SHELL_PROJECT } from '../documentTitle.ts';
import { useSigningOut } from '../frame/useSigningOut.ts';
import { landing } from '../redirect.ts';
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
  const { redirect } = useSearch({ strict: false }) as { redirect?: unknown };
  const allowed = state.session.whitelist?.allowed === true;
  useEffect(() => {
    // A background check found that the person has been given access: they return to the page that they had open.
    if (allowed) void navigate({ ...landing(safeRedirect(redirect)), replace: true });
  }, [allowed, navigate, redirect]);
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
