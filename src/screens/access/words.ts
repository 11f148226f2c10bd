import type { SignInOutcome } from '../../contract/access.ts';

const WAYS: Readonly<Record<string, string>> = {
  password: 'Password',
  oidc: 'Identity provider',
  token: 'API token',
};

/** A sign-in method in words; an unknown value from a later release is shown unchanged. */
export const wayLabel = (way: string): string => WAYS[way] ?? way;

const OUTCOMES: Readonly<Record<SignInOutcome, string>> = {
  in: 'Signed in',
  wrongPassword: 'Refused: the password was wrong',
  disabled: 'Refused: the account was disabled',
  tooMany: 'Refused: too many attempts failed before',
  expired: 'Refused: the token had expired',
  wrongPasskey: 'Refused: the passkey was wrong',
  taken: 'Refused: this e-mail now belongs to someone else at the identity provider',
};

/** A sign-in's outcome in words. */
export const outcomeLabel = (outcome: string, way: string): string =>
  outcome === 'in' && way === 'token' ? 'Used' : (OUTCOMES[outcome as SignInOutcome] ?? outcome);
