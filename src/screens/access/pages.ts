/** Paths of the My access pages. */
export const SESSIONS_PATH = '/my-access';
export const HISTORY_PATH = '/my-access/history';
export const TOKENS_PATH = '/my-access/tokens';
export const PASSKEYS_PATH = '/my-access/passkeys';

export const ACCESS_TABS = [
  { value: SESSIONS_PATH, label: 'Sessions' },
  { value: HISTORY_PATH, label: 'Sign-in History' },
  { value: TOKENS_PATH, label: 'API Tokens' },
  { value: PASSKEYS_PATH, label: 'Passkeys' },
] as const;
