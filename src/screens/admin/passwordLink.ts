import type { OnceShown } from '../../ui/UiContext.ts';

/**
 * A user's one-time link for setting a password. The server stores only its hash.
 * @param path relative to the console's own URL
 * @param problem why the link could not be sent by e-mail, if it should have been
 */
export const passwordLink = (email: string, path: string, problem: string | undefined): OnceShown => ({
  title: `Password link for ${email}`,
  label: 'Password link',
  value: `${window.location.origin}${path}`,
  text: `Give this link to ${email}, who uses it to choose a password. It works once, expires after seven days, and is shown only now.`,
  ...(problem === undefined ? {} : { problem }),
});
