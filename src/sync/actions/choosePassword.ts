import { setPassword } from '../../contract/admin.ts';
import { outcomeText } from '../network/outcome.ts';
import { createTransport, platformFetch } from '../network/transport.ts';

/**
 * Sets a password using a one-time link, without signing in.
 * @returns the account's e-mail
 * @throws Error with a message if the server is unreachable, or the link has been used or has expired
 */
export async function choosePassword(token: string, password: string): Promise<string> {
  const transport = createTransport({ fetch: platformFetch, baseUrl: '', project: () => null });
  const outcome = await transport.call(setPassword, { token, password });
  if (outcome.kind !== 'ok') throw new Error(outcomeText(outcome));
  return outcome.data.email;
}
