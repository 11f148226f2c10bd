import { platformFetch } from './transport.ts';

/** A response that took longer, in milliseconds, says too little about when the server wrote it. */
const SLOW = 10_000;

/**
 * Returns by how many milliseconds this device's clock is ahead of the server's (negative: behind), to about a second;
 * null if the server did not say.
 */
export async function clockAhead(fetch: typeof globalThis.fetch = platformFetch): Promise<number | null> {
  const sent = Date.now();
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  const received = Date.now();
  const there = Date.parse(answer?.headers.get('date') ?? '');
  // A redirect leads to an intermediary, whose clock does not matter.
  if (!answer?.ok || answer.redirected || Number.isNaN(there) || received - sent > SLOW) return null;
  return (sent + received) / 2 - there;
}
