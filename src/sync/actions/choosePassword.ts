import { setPassword } from '../../contract/admin.ts';
import { outcomeText } from '../network/outcome.ts';
import { createTransport, platformFetch } from '../network/transport.ts';

/**
 * Sets a password with a one-time link; nobody is signed in.
 * @returns the e-mail of the account
 * @throws Error with a sentence if the server cannot be reached, or the link was used or is too old
 */
export async function choosePassword(token: string, password: string): Promise<string> {
  const transport = createTransport({ fetch: platformFetch, baseUrl: '', project: () => null });
  const outcome = await transport.call(setPassword, { token, password });
  if (outcome.kind !== 'ok') throw new Error(outcomeText(outcome));
  return outcome.data.email;
}
