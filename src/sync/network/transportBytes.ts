import { CONTRACT_VERSION, HEADER } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { Clock } from '../base/env.ts';
import type { Outcome } from '../types.ts';
import { refusedAs } from './transportDownloads.ts';

/** Downloads bytes that the console reads itself, such as a sealed rate table. */

const BYTES_MOST = 60_000;

export interface BytesDeps {
  fetch: typeof globalThis.fetch;
  person: number;
  project: () => string | null;
  clock: Clock;
}

/** Fetches the bytes at a URL. Never throws. */
export async function fetchBytes(
  { fetch, person, project, clock }: BytesDeps,
  url: string,
  entity: Country,
  signal: AbortSignal,
): Promise<Outcome<ArrayBuffer>> {
  const ending = new AbortController();
  let timedOut = false;
  const cancelTimer = clock.after(BYTES_MOST, () => {
    timedOut = true;
    ending.abort();
  });
  const cancel = () => ending.abort();
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    const named = project();
    const response = await fetch(url, {
      headers: {
        [HEADER.contract]: String(CONTRACT_VERSION),
        [HEADER.person]: String(person),
        [HEADER.entity]: entity,
        ...(named === null ? {} : { [HEADER.project]: named }),
      },
      credentials: 'same-origin',
      signal: ending.signal,
    });
    // A captive portal's page is not from our server.
    const isOurs = (response.headers.get('content-type') ?? '').startsWith('application/octet-stream');
    if (!response.ok || !isOurs) return await refusedAs(response, url, clock.now());
    return { kind: 'ok', data: await response.arrayBuffer() };
  } catch {
    return { kind: 'noNetwork', reason: timedOut ? 'timeout' : 'unreachable' };
  } finally {
    cancelTimer();
    signal.removeEventListener('abort', cancel);
  }
}
