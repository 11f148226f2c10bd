import type { Outcome } from '../../sync/types.ts';

/** Formats a wait, e.g. "in 45 seconds" or "in 3 minutes"; null if the server did not say how long to wait. */
function waitText(millis: number | null): string {
  if (millis === null) return 'in a few minutes';
  const seconds = Math.max(1, Math.ceil(millis / 1000));
  if (seconds < 90) return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

/** The code with which the provider redirects a browser that has to complete the second step. */
export const PASSKEY_STEP = 'passkey';

const PROVIDER_PROBLEMS: Readonly<Record<string, string>> = {
  unreachable: 'The identity provider cannot be reached. Try again in a moment, or contact an administrator.',
  denied: 'The identity provider refused the sign-in, or you canceled it there. Try again.',
  again: 'That took too long, or was started in another window. Start again.',
  refused:
    'The response from the identity provider could not be verified, so you are not signed in. Try again; if the problem persists, contact an administrator.',
  email:
    'The identity provider sent no e-mail, or does not confirm that your e-mail is verified. Ask its administrator.',
  address:
    'Your e-mail at the identity provider contains letters that an account here cannot have. Ask its administrator to correct it.',
  whitelist: 'Your e-mail is not on the whitelist of Ops Portal. Ask an administrator to add it.',
  disabled: 'Your account is disabled. Ask an administrator.',
  busy: 'The server is too busy to sign you in at the moment. Try again in a minute.',
  server:
    'The server could not sign you in because of an error. Try again; if the problem persists, contact an administrator.',
  taken: 'Your e-mail belongs to someone else’s account here. Ask an administrator.',
};

/** Why signing in at the identity provider failed, by the code in the URL after the redirect; null without a code. */
export const providerProblem = (code: unknown): string | null =>
  typeof code === 'string' && code !== '' && code !== PASSKEY_STEP
    ? (PROVIDER_PROBLEMS[code] ?? PROVIDER_PROBLEMS['refused'] ?? null)
    : null;

/** Why signing in failed and what to do next, based only on the type of the outcome (OB7). */
export function signInProblem(outcome: Exclude<Outcome, { kind: 'ok' }>): string {
  switch (outcome.kind) {
    case 'noNetwork':
      return outcome.reason === 'notOurs'
        ? 'The response did not come from Ops Portal. This network may require you to sign in to it first: open another website, then try again.'
        : 'The server cannot be reached. Check your network and try again; nothing on this device is lost.';
    case 'retryLater':
      return outcome.status === 429
        ? `Too many attempts. Try again ${waitText(outcome.afterMillis)}.`
        : `The server cannot sign you in at the moment. Try again ${waitText(outcome.afterMillis)}.`;
    case 'signedOut':
      return 'The e-mail or the password is wrong. Check both and try again.';
    case 'conflict':
    case 'keyUsed':
    case 'refused':
      return outcome.message;
  }
}
