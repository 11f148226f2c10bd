import type { Outcome } from '../../sync/types.ts';

/** "in 45 seconds", "in 3 minutes"; null when the server named no time. */
function waitText(millis: number | null): string {
  if (millis === null) return 'in a few minutes';
  const seconds = Math.max(1, Math.ceil(millis / 1000));
  if (seconds < 90) return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

/** Why signing in did not work and what to do next, by the outcome's type alone (OB7). */
export function signInProblem(outcome: Exclude<Outcome, { kind: 'ok' }>): string {
  switch (outcome.kind) {
    case 'noNetwork':
      return outcome.reason === 'notOurs'
        ? 'The answer did not come from Ops Portal. This network may ask you to sign in to it first: open another website, then try again.'
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
