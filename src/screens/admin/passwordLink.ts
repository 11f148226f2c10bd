import { writeTable } from '../../sync/excelClient/writer.ts';
import type { OnceShown } from '../../ui/UiContext.ts';
import { saveBlob } from '../shared/saveBlob.ts';

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

/**
 * The one-time links of new users, as a list that can be copied or saved as a spreadsheet.
 * @param links at least one; the message of a link says why it could not be sent by e-mail, if it should have been
 */
export function passwordLinks(
  links: readonly { email: string; passwordLink: string | null; message: string }[],
): OnceShown {
  const problem = links.find(({ message }) => message !== '')?.message;
  const [only] = links;
  if (only && links.length === 1) return passwordLink(only.email, only.passwordLink ?? '', problem);
  const rows = links.map(({ email, passwordLink: path }) => [email, `${window.location.origin}${path}`]);
  return {
    title: `Password links for ${links.length} users`,
    label: 'Password links',
    value: rows.map(row => row.join('\t')).join('\n'),
    text: 'Give each user their link, with which they choose a password. A link works once, expires after seven days, and is shown only now. Save or copy the links before you close this.',
    ...(problem === undefined ? {} : { problem }),
    save: {
      label: `Save ${links.length} password links`,
      run: async () =>
        saveBlob('password-links.xlsx', await writeTable('Password links', [['E-mail', 'Password link'], ...rows])),
    },
  };
}
