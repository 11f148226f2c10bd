import { setPassword } from '../../contract/admin.ts';
import { outcomeText } from '../network/outcome.ts';
import { createTransport, platformFetch } from '../network/transport.ts';

/** Thrown for a link that can no longer set a password. */
export class LinkEnded extends Error {}

/**
 * Sets a password using a one-time link, without signing in.
 * @returns the account's e-mail
 * @throws LinkEnded if the link has been used or has expired
 * @throws Error with a message if the server is unreachable or refuses the password
 */
export async function choosePassword(token: string, password: string): Promise<string> {
  const transport = createTransport({ fetch: platformFetch, baseUrl: '', project: () => null });
  const outcome = await transport.call(setPassword, { token, password });
  if (outcome.kind === 'refused' && outcome.status === 410) throw new LinkEnded(outcomeText(outcome));
  if (outcome.kind !== 'ok') throw new Error(outcomeText(outcome));
  return outcome.data.email;
}
