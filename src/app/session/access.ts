import { redirect } from '@tanstack/react-router';
import { checkWhitelist } from '../../sync/session/session.ts';
import { notices } from '../notices/noticeStore.ts';
import { addressNow, notWhitelisted, redirectFor } from '../redirect.ts';
import { bootSession } from './sessionStore.ts';

/** The whitelist could not be checked recently enough, so access is neither granted nor denied (SHELL-3). */
export class AccessUnconfirmed extends Error {
  override name = 'AccessUnconfirmed';
}

export const NOT_LOGGED_IN = 'You are not logged in.';

/**
 * Runs before each navigation to a protected page and checks that the person is signed in and on the whitelist
 * (SHELL-2, SHELL-3). Uses cached data, so it works offline.
 * @throws a redirect to the sign-in or the Not Whitelisted page, or AccessUnconfirmed
 */
export async function requireAccess({ preload }: { preload: boolean }): Promise<void> {
  const state = await bootSession();
  if (!state) throw signInRedirect();
  if (preload) return;
  const answer = await checkWhitelist();
  if (answer === 'denied') throw redirect(notWhitelisted());
  if (answer === 'unknown') throw new AccessUnconfirmed('whitelist');
  if (answer === 'signedOut') {
    notices.add('error', NOT_LOGGED_IN);
    throw signInRedirect();
  }
}

/** The Not Whitelisted page only requires a session: a whitelist check would redirect the page to itself. */
export async function requireSession(): Promise<void> {
  if (!(await bootSession())) throw signInRedirect();
}

const signInRedirect = () => redirect({ to: '/login', search: { redirect: redirectFor(addressNow()) }, replace: true });
