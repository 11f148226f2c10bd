import { redirect } from '@tanstack/react-router';
import { refreshSession } from '../../sync/session/session.ts';
import { safeRedirect } from '../../domain/redirect.ts';
import { landing } from '../redirect.ts';
import { bootSession, confirmSession } from '../session/sessionStore.ts';

/** Timeout in milliseconds after which the server is considered unreachable. */
const WAIT = 3000;

/**
 * Skips the sign-in page for a person who is already signed in: either the server confirms it, or it is unreachable and
 * this device has their session (so they can continue offline).
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
