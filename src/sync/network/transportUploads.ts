import { Upload, type DetailedError, type HttpRequest, type HttpResponse, type HttpStack } from 'tus-js-client';
import { CONTRACT_VERSION, HEADER } from '../../contract/call.ts';
import { deletesRecords, UPLOAD_BUSINESS, UPLOADS_PATH } from '../../contract/files.ts';
import type { Country } from '../../domain/country.ts';
import { systemClock } from '../base/browser.ts';
import type { Clock } from '../base/env.ts';
import { classify } from './outcome.ts';
import type { Outcome } from '../types.ts';

/** Resumable uploads with the tus protocol and tus-js-client, using this console's own requests and outcomes (OB7). */

/** Bytes per request, which limits the loss when the network fails and determines the granularity of progress. */
const CHUNK = 1024 * 1024;
/** Timeout in milliseconds for a chunk, after which the network counts as unusable. */
const CHUNK_MOST = 60_000;
const BUSY = 'Another part of this file was being uploaded.';

export interface UploadRequest {
  blob: Blob;
  name: string;
  entity: Country;
  /**
   * The call that will use the file, and its Idempotency-Key, if the file waited for it on this device. The server
   * reports a refusal of this upload like a refusal of that call. `set`: the values that a bulk change sets, null if it
   * deletes its records.
   */
  call?: { id: string; key: string; set?: Readonly<Record<string, unknown>> | null };
  /** URL of the upload if it was started before; null for a new upload. An upload unknown to the server starts over. */
  url: string | null;
  /** Called with the upload's URL, for resuming it later. */
  onUrl: (url: string) => void;
  /** Called with the number of bytes that the server has received. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

export interface UploadDeps {
  fetch: typeof globalThis.fetch;
  /** This page's origin. */
  origin: string;
  person: number;
  project: () => string | null;
  clock?: Clock;
}

/** Uploads a file, or the rest of it. Never throws; a canceled upload counts as no network. */
export type UploadFile = (request: UploadRequest) => Promise<Outcome<{ url: string }>>;

export function createUploads({ fetch, origin, person, project, clock = systemClock }: UploadDeps): UploadFile {
  return request =>
    new Promise(resolve => {
      const named = project();
      const { call } = request;
      const stack = new FetchStack(fetch, clock);
      let upload: Upload | undefined;
      const begin = (url: string | null) => {
        const made = new Upload(request.blob, {
          // If tus has both an endpoint and the upload's URL, it starts over after every failed HEAD request, even a
          // temporary failure.
          ...(url === null ? { endpoint: `${origin}/api${UPLOADS_PATH}` } : { uploadUrl: url }),
          httpStack: stack,
          chunkSize: CHUNK,
          metadata: {
            filename: request.name,
            business: UPLOAD_BUSINESS,
            ...(call ? { call: call.id } : {}),
            ...(call && call.set !== undefined && deletesRecords(call.set) ? { deletes: 'true' } : {}),
          },
          headers: {
            accept: 'application/json',
            [HEADER.contract]: String(CONTRACT_VERSION),
            [HEADER.person]: String(person),
            [HEADER.entity]: request.entity,
            ...(call ? { [HEADER.idempotencyKey]: call.key } : {}),
            ...(named === null ? {} : { [HEADER.project]: named }),
          },
          // The caller retries, with its own backoff.
          retryDelays: null,
          storeFingerprintForResuming: false,
          onUploadUrlAvailable: () => {
            if (made.url !== null) request.onUrl(made.url);
          },
          onChunkComplete: (_, bytes) => request.onProgress(bytes),
          onSuccess: () => resolve({ kind: 'ok', data: { url: made.url ?? '' } }),
          onError: error => {
            const failed = failure(error, clock);
            // The server no longer has the upload, or it belongs to someone else.
            const isGone = failed.kind === 'refused' && methodOf(error) === 'HEAD';
            if (url !== null && isGone && !request.signal.aborted) begin(null);
            else resolve(failed);
          },
        });
        upload = made;
        made.start();
      };
      const cancel = () => {
        void upload?.abort(false);
        resolve({ kind: 'noNetwork', reason: 'unreachable' });
      };
      if (request.signal.aborted) return cancel();
      request.signal.addEventListener('abort', cancel, { once: true });
      begin(request.url);
    });
}

const methodOf = (error: Error): string | undefined => (error as Partial<DetailedError>).originalRequest?.getMethod();

/** Status returned while a chunk of an earlier request is still being written. */
const LOCKED = 423;

function failure(error: Error, clock: Clock): Exclude<Outcome<never>, { kind: 'ok' }> {
  const answer = (error as Partial<DetailedError>).originalResponse?.getUnderlyingObject() as FetchAnswer | undefined;
  if (!answer) return { kind: 'noNetwork', reason: 'unreachable' };
  const { status } = answer.response;
  // A chunk from an earlier sender arrived late; queried again, the upload returns its new offset.
  if (status === 409 || status === LOCKED) return { kind: 'retryLater', status, message: BUSY, afterMillis: null };
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    body = undefined;
  }
  // A HEAD response has no body: either the protocol's header or our content type shows that it is ours.
  const { headers } = answer.response;
  const isJson = /\bjson\b/i.test(headers.get('content-type') ?? '');
  const isOurs = headers.get('tus-resumable') !== null || (methodOf(error) === 'HEAD' && isJson);
  if (body === undefined && isOurs) body = { retcode: status, message: '' };
  const contentType = body === undefined ? '' : 'application/json';
  const outcome = classify(
    { status, contentType, body, retryAfter: answer.response.headers.get('retry-after'), foreign: false },
    clock.now(),
  );
  // A successful response that tus does not understand is not from our server.
  return outcome.kind === 'ok' ? { kind: 'noNetwork', reason: 'notOurs' } : outcome;
}

interface FetchAnswer {
  response: Response;
  text: string;
}

/** Connects tus-js-client to our own requests. */
class FetchStack implements HttpStack {
  private readonly send: typeof globalThis.fetch;
  private readonly clock: Clock;

  constructor(send: typeof globalThis.fetch, clock: Clock) {
    this.send = send;
    this.clock = clock;
  }

  createRequest(method: string, url: string): HttpRequest {
    return new FetchRequest(method, url, this.send, this.clock);
  }

  getName(): string {
    return 'fetch';
  }
}

class FetchRequest implements HttpRequest {
  private readonly method: string;
  private readonly url: string;
  private readonly request: typeof globalThis.fetch;
  private readonly clock: Clock;
  private readonly headers: Record<string, string> = {};
  private readonly ending = new AbortController();
  private progress: (bytes: number) => void = () => undefined;

  constructor(method: string, url: string, request: typeof globalThis.fetch, clock: Clock) {
    this.method = method;
    this.url = url;
    this.request = request;
    this.clock = clock;
  }

  getMethod(): string {
    return this.method;
  }

  getURL(): string {
    return this.url;
  }

  setHeader(header: string, value: string): void {
    this.headers[header] = value;
  }

  getHeader(header: string): string | undefined {
    return this.headers[header];
  }

  setProgressHandler(handler: (bytes: number) => void): void {
    this.progress = handler;
  }

  async send(body?: Blob | null): Promise<HttpResponse> {
    const cancelTimer = this.clock.after(CHUNK_MOST, () => this.ending.abort());
    try {
      const response = await this.request(this.url, {
        method: this.method,
        headers: this.headers,
        body: body ?? null,
        credentials: 'same-origin',
        signal: this.ending.signal,
      });
      const text = await response.text();
      if (body) this.progress(body.size);
      return {
        getStatus: () => response.status,
        getHeader: name => response.headers.get(name) ?? undefined,
        getBody: () => text,
        getUnderlyingObject: (): FetchAnswer => ({ response, text }),
      };
    } finally {
      cancelTimer();
    }
  }

  async abort(): Promise<void> {
    this.ending.abort();
  }

  getUnderlyingObject(): undefined {
    return undefined;
  }
}
