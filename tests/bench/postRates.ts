import type { Caller } from './load.ts';

/**
 * Makes a write call to Indonesia's rate tables and returns its response.
 * @throws Error if the server rejects it
 */
export async function postRates<T>(caller: Caller, path: string, body: object): Promise<T> {
  const answer = await fetch(`${caller.url}/api/rate_table/v2${path}`, {
    method: 'POST',
    headers: { cookie: caller.cookie, 'x-ops-entity': 'ID', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data, message } = (await answer.json()) as { data: T; message: string };
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${message}`);
  return data;
}
