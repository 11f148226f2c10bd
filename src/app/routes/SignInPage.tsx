import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SignInScreen } from '../../screens/signIn/SignInScreen.tsx';
import { SHELL_PROJECT, documentTitle } from '../documentTitle.ts';
import { ProductMark } from '../frame/ProductMark.tsx';
import { notices } from '../notices/noticeStore.ts';
import { safeRedirect } from '../../domain/redirect.ts';
import { unsentByPerson } from '../session/leftovers.ts';
import { confirmSession, reloadSession } from '../session/sessionStore.ts';
import { NOT_LOGGED_IN } from '../session/access.ts';

/** The sign-in page (G76): leads back to the page that asked for it. */
export function SignInPage() {
  const navigate = useNavigate();
  const { redirect } = useSearch({ strict: false }) as { redirect?: unknown };
  useEffect(() => {
    document.title = documentTitle(SHELL_PROJECT, '');
    // A dialog that was open when the session ended took the page away without giving it back to screen readers.
    document.getElementById('root')?.removeAttribute('aria-hidden');
  }, []);
  return (
    <SignInScreen
      mark={<ProductMark size={56} />}
      findUnsent={unsentByPerson}
      onSignedIn={async (info, leftBehind) => {
        confirmSession();
        await reloadSession();
        // It has been answered.
        for (const notice of notices.get().shown) if (notice.text === NOT_LOGGED_IN) notices.close(notice.id);
        if (leftBehind > 0) {
          const what = leftBehind === 1 ? '1 unsent change' : `${leftBehind} unsent changes`;
          notices.add(
            'warning',
            `Another person has ${what} on this device, kept unseen until that person signs in again.`,
          );
        }
        await navigate({ href: safeRedirect(redirect), replace: true });
        return info;
      }}
    />
  );
}
