/** Characters that a password needs at least. */
export const PASSWORD_LEAST = 12;

/** The most common passwords of that length and their beginnings: what attackers try first. Compared in lower case, without signs. */
const COMMON: ReadonlySet<string> = new Set([
  'password',
  'passwordpassword',
  'password1234',
  'password123456',
  '123456789012',
  '1234567890123',
  '12345678901234',
  '111111111111',
  '000000000000',
  'qwertyuiop',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwerty123456',
  'qwerty1234567',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'abcdefghijkl',
  'abc123456789',
  'iloveyou1234',
  'administrator',
  'admin1234567',
  'welcome12345',
  'letmein12345',
  'changeme1234',
  'opsportal123',
]);

/** Why a password cannot be used; null if it can. Length counts and what everybody tries; no rule asks for signs or digits. */
export function passwordProblem(password: string): string | null {
  const typed = password.normalize('NFKC').trim();
  if ([...typed].length < PASSWORD_LEAST)
    return `The password must have at least ${PASSWORD_LEAST} characters. Several words are a good one.`;
  const plain = typed.toLowerCase();
  if (COMMON.has(plain) || COMMON.has(plain.replace(/[^\p{L}\p{N}]/gu, '')) || new Set(plain).size < 4)
    return 'This password is one of the most common. Choose one that only you would think of.';
  return null;
}
