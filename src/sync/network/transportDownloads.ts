import { CONTRACT_VERSION, HEADER } from '../../contract/call.ts';
import { cleanBody } from '../../domain/requestParams.ts';
import { systemClock } from '../base/browser.ts';
import type { Clock } from '../base/env.ts';
import { classify } from './outcome.ts';
import type { Outcome } from '../types.ts';

/**
 * Downloads files with this console's own requests and outcomes (OB7): if a window were opened at the download's URL
 * and there was no file, it would show the error page of the browser or the server.
 */

/** Maximum time in milliseconds until the response begins, and between two of its chunks. */
const HEAD_MOST = 20_000;
const PIECE_MOST = 30_000;

export interface Downloaded {
  /** The file's name as returned by the server. */
  name: string;
  blob: Blob;
}

export interface DownloadDeps {
  fetch: typeof globalThis.fetch;
  person: number;
  project: () => string | null;
  clock?: Clock;
}

/**
 * Fetches a file. Never throws; a canceled download counts as no network. The bytes are stored by the browser, not by
 * this thread.
 *
 * @param url path on this page's own server
 * @param onProgress receives the number of bytes so far
 * @param body input of a POST call; if omitted, the file is requested by GET
 */
export type DownloadFile = (
  url: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
  body?: Readonly<Record<string, unknown>>,
) => Promise<Outcome<Downloaded>>;

export function createDownloads({ fetch, person, project, clock = systemClock }: DownloadDeps): DownloadFile {
  return async (url, signal, onProgress, body) => {
    const ending = new AbortController();
    let timedOut = false;
    let cancelTimer = (): void => undefined;
    const within = (millis: number): void => {
      cancelTimer();
      cancelTimer = clock.after(millis, () => {
        timedOut = true;
        ending.abort();
      });
    };
    const cancel = () => ending.abort();
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    within(HEAD_MOST);
    try {
      const named = project();
      const response = await fetch(url, {
        ...(body ? { method: 'POST', body: JSON.stringify(cleanBody(body)) } : {}),
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          [HEADER.contract]: String(CONTRACT_VERSION),
          [HEADER.person]: String(person),
          ...(named === null ? {} : { [HEADER.project]: named }),
        },
        credentials: 'same-origin',
        signal: ending.signal,
      });
      const name = attachedName(response);
      if (!response.ok || name === null || !response.body) return await refusedAs(response, url, clock.now());
      within(PIECE_MOST);
      let bytes = 0;
      const counted = response.body.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform: (piece, controller) => {
            within(PIECE_MOST);
            bytes += piece.byteLength;
            onProgress(bytes);
            controller.enqueue(piece);
          },
        }),
      );
      const type = response.headers.get('content-type') ?? '';
      const blob = await new Response(counted, { headers: { 'content-type': type } }).blob();
      return { kind: 'ok', data: { name, blob } };
    } catch {
      return { kind: 'noNetwork', reason: timedOut ? 'timeout' : 'unreachable' };
    } finally {
      cancelTimer();
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** Parses the file's name from content-disposition (RFC 6266); null if the response is not a file. */
export function attachedName({ headers }: Pick<Response, 'headers'>): string | null {
  const says = headers.get('content-disposition') ?? '';
  if (!/^attachment\b/i.test(says)) return null;
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(says)?.[1];
  try {
    if (coded !== undefined) return decodeURIComponent(coded);
  } catch {
    // The encoded name is malformed; the plain one is also present.
  }
  return /filename="([^"]*)"/i.exec(says)?.[1] ?? 'download';
}

export async function refusedAs(
  response: Response,
  url: string,
  now: number,
): Promise<Exclude<Outcome<never>, { kind: 'ok' }>> {
  const contentType = response.headers.get('content-type') ?? '';
  let body: unknown;
  try {
    body = contentType.includes('json') ? JSON.parse(await response.text()) : undefined;
  } catch {
    body = undefined;
  }
  const foreign = response.redirected && new URL(response.url, url).origin !== globalThis.location.origin;
  const retryAfter = response.headers.get('retry-after');
  const outcome = classify({ status: response.status, contentType, body, retryAfter, foreign }, now);
  // A success without a file is not from our server.
  return outcome.kind === 'ok' ? { kind: 'noNetwork', reason: 'notOurs' } : outcome;
}
