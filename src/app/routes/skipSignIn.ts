import { redirect } from '@tanstack/react-router';
import { refreshSession } from '../../sync/session/session.ts';
import { safeRedirect } from '../../domain/redirect.ts';
import { landing } from '../redirect.ts';
import { bootSession, confirmSession } from '../session/sessionStore.ts';

/** A server that says nothing for this long is as good as none. */
const WAIT = 3000;

/**
 * The sign-in page is skipped by who is signed in already: when the server says so, or when it cannot be asked and this
 * device holds their session (they may go on working offline).
 */
export async function skipSignIn({
  location,
  preload,
}: {
  location: { search: unknown };
  preload: boolean;
}): Promise<void> {
  if (preload) return;
  const state = await bootSession();
  if (!state) return;
  const silence = new Promise<null>(resolve => setTimeout(() => resolve(null), WAIT));
  const answer = await Promise.race([refreshSession(), silence]);
  if (answer?.kind === 'ok') confirmSession();
  if (answer?.kind === 'ok' || answer?.kind === 'noNetwork' || answer === null) {
    const { redirect: back } = location.search as { redirect?: unknown };
    throw redirect({ ...landing(safeRedirect(back)), replace: true });
  }
}
