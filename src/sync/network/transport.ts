import type * as z from 'zod/mini';
import { CONTRACT_VERSION, HEADER, type CallDefinition } from '../../contract/call.ts';
import { EVENTS_PATH } from '../../contract/feed.ts';
import type { Country } from '../../domain/country.ts';
import { cleanBody, cleanParams } from '../../domain/requestParams.ts';
import type { Clock } from '../base/env.ts';
import { systemClock } from '../base/browser.ts';
import { classify } from './outcome.ts';
import type { Outcome } from '../types.ts';

/** The only place in the console that talks to the network (design 2, rule 2). */

export interface CallOptions {
  /** The Idempotency-Key sent with a write (OB3). */
  idempotencyKey?: string;
  /** When the version that a write is based on was written, in epoch seconds (OB8). */
  basedAt?: number;
  entity?: Country;
  /** Id of the user for whom the call is made, if it differs from the transport's person. */
  person?: number;
  /** The caller's own abort signal; an aborted call does not count as an outcome. */
  signal?: AbortSignal;
  timeoutMillis?: number;
}

export interface Transport {
  /** Makes a call; never throws. Input may contain `page` and `count`, whatever the wire format (REQ-3, G19). */
  call<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    definition: CallDefinition<I, O>,
    input: z.input<I>,
    options?: CallOptions,
  ): Promise<Outcome<z.output<O>>>;
  /** URL of a GET call, for download links. */
  callUrl<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    definition: CallDefinition<I, O>,
    input: z.input<I>,
  ): string;
}

export interface TransportDeps {
  fetch: typeof globalThis.fetch;
  /** Origin of the API, to which /api is appended; empty for this page's own. */
  baseUrl: string;
  /** Returns the current project if one is stored (REQ-6). */
  project: () => string | null;
  /** Id of the user for whom all calls are made (MR4); omitted if nobody is signed in yet. */
  person?: number;
  /** Called with every outcome except those of canceled calls. */
  onOutcome?: (outcome: Outcome, definition: CallDefinition) => void;
  clock?: Clock;
}

/** The browser's own `fetch`, called unbound. */
export const platformFetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);

/** Whether the server currently serves the console's page; bypasses all caches. */
export const consoleIsServed = (fetch: typeof globalThis.fetch = platformFetch): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    answer => answer.ok,
    () => false,
  );

const WRITE_TIMEOUT = 15_000;
const READ_TIMEOUT = 10_000;

interface Request {
  /** Fields sent as headers (REC-11). */
  headers: Readonly<Record<string, string>>;
  url: string;
  body: string | null;
}

/**
 * Builds a call's URL and body: path parameters, cleaned parameters (REQ-8, REQ-9), and offset and size if required
 * (G19).
 */
export function buildRequest(definition: CallDefinition, input: unknown, baseUrl: string): Request {
  const rest: Record<string, unknown> = { ...(input as Record<string, unknown> | null) };
  const path = definition.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const url = `${baseUrl}/api${path}`;
  const headers: Record<string, string> = {};
  for (const [field, header] of Object.entries(definition.headers ?? {})) {
    headers[header] = encodeURIComponent(String(rest[field]));
    delete rest[field];
  }
  if (definition.method === 'POST' || definition.method === 'PUT')
    return { url, headers, body: JSON.stringify(cleanBody(rest)) };
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(cleanParams(toWirePaging(definition, rest)))) query.set(key, String(value));
  const search = query.toString();
  return { url: search ? `${url}?${search}` : url, headers, body: null };
}

function toWirePaging(definition: CallDefinition, input: Record<string, unknown>): Record<string, unknown> {
  const { page, count, ...rest } = input;
  if (typeof page !== 'number' || typeof count !== 'number') return input;
  if (definition.paging === 'pageno') return { ...rest, pageno: page, count };
  if (definition.paging !== 'offset') return input;
  return { ...rest, offset: (page - 1) * count, size: count };
}

/** Pickup, timeslot and branch calls are marked as last-mile requests (REQ-7, G91). */
const isLastMile = (path: string): boolean => /^\/(lcs|sls\/pickupConfig\/lcs)\//.test(path);

/** Creates the API client. */
export function createTransport(deps: TransportDeps): Transport {
  const { baseUrl, clock = systemClock } = deps;

  async function send(definition: CallDefinition, input: unknown, options: CallOptions): Promise<Outcome> {
    const { url, body, headers: own } = buildRequest(definition, input, baseUrl);
    const headers: Record<string, string> = {
      accept: 'application/json',
      [HEADER.contract]: String(CONTRACT_VERSION),
      ...own,
    };
    const project = deps.project();
    if (project) headers[HEADER.project] = project;
    const person = options.person ?? deps.person;
    if (person !== undefined) headers[HEADER.person] = String(person);
    if (options.entity) headers[HEADER.entity] = options.entity;
    if (options.idempotencyKey) headers[HEADER.idempotencyKey] = options.idempotencyKey;
    if (options.basedAt !== undefined) headers[HEADER.basedAt] = String(options.basedAt);
    if (isLastMile(definition.path)) headers[HEADER.lastMile] = '2';
    if (body !== null) headers['content-type'] = 'application/json';

    const abort = new AbortController();
    let timedOut = false;
    const cancelTimer = clock.after(options.timeoutMillis ?? (body === null ? READ_TIMEOUT : WRITE_TIMEOUT), () => {
      timedOut = true;
      abort.abort();
    });
    const cancel = () => abort.abort();
    options.signal?.addEventListener('abort', cancel);
    if (options.signal?.aborted) cancel();
    try {
      const response = await deps.fetch(url, {
        method: definition.method,
        headers,
        body,
        credentials: 'same-origin',
        signal: abort.signal,
      });
      const contentType = response.headers.get('content-type') ?? '';
      const isJson = contentType.includes('json');
      const text = isJson ? await response.text() : '';
      return classify(
        {
          status: response.status,
          contentType,
          body: isJson ? parseJson(text) : undefined,
          retryAfter: response.headers.get('retry-after'),
          foreign: response.redirected && isForeign(response.url, url),
        },
        clock.now(),
        definition,
      );
    } catch {
      // A rejected fetch only means that there was no response; only our own timer identifies a timeout (OB7).
      return { kind: 'noNetwork', reason: timedOut ? 'timeout' : 'unreachable' };
    } finally {
      cancelTimer();
      options.signal?.removeEventListener('abort', cancel);
    }
  }

  return {
    async call<I extends z.ZodMiniType, O extends z.ZodMiniType>(
      definition: CallDefinition<I, O>,
      input: z.input<I>,
      options: CallOptions = {},
    ) {
      const outcome = await send(definition, input, options);
      if (!options.signal?.aborted) deps.onOutcome?.(outcome, definition);
      return outcome as Outcome<z.output<O>>;
    },
    callUrl: (definition, input) => buildRequest(definition, input, baseUrl).url,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a redirect ended at an origin other than the one requested; an unparsable URL counts as foreign. */
function isForeign(answered: string, asked: string): boolean {
  const here = typeof location === 'undefined' ? 'http://localhost' : location.href;
  try {
    return new URL(answered, here).origin !== new URL(asked, here).origin;
  } catch {
    return true;
  }
}

/** The release time in an event's data; 0 if the data is invalid. */
function releaseTimeOf(data: unknown): number {
  const time = (parseJson(String(data)) as { release_time?: unknown } | null | undefined)?.release_time;
  return typeof time === 'number' && Number.isSafeInteger(time) ? time : 0;
}

/** The import id of a `batches` event; empty if the event has none. */
function importIdOf(data: unknown): string {
  const importId = (parseJson(String(data)) as { importId?: unknown } | null | undefined)?.importId;
  return typeof importId === 'string' ? importId : '';
}

/** Whether a progress event reports that an import has finished. */
function isEnd(data: unknown): boolean {
  const state = (parseJson(String(data)) as { state?: unknown } | null | undefined)?.state;
  return !['queued', 'checking', 'applying'].includes(String(state));
}

/** Handlers for the messages of an open event stream (contract/feed). */
export interface EventHandlers {
  onOpen: () => void;
  onChanges: () => void;
  onSession: () => void;
  /** Called with the build time of the console that the server serves, in epoch seconds (VER-4). */
  onVersion: (releaseTime: number) => void;
  /** Called when one of the person's imports has finished on the server. */
  onImport: () => void;
  /** Called when the person's notifications have changed, or were read on another device. */
  onBell: () => void;
  /** Called with the id of an import whose list of tasks, price lists or batches changed. */
  onBatches: (importId: string) => void;
  /**
   * The server closes the stream because newer streams of the same person replaced it: opening another would only close
   * the next one.
   */
  onTooMany: () => void;
  /** Called on any message, including `ping`. */
  onBeat: () => void;
  /** Called when the stream is closed; it does not reopen automatically. */
  onError: () => void;
}

/** Opens an entity's event stream; returns a close function. */
export type OpenEvents = (entity: Country, handlers: EventHandlers) => () => void;

/**
 * Event streams over the platform's EventSource (Chromium supports it in shared workers). Its own reconnecting is
 * disabled: the engine decides when to retry, with backoff.
 */
export const createEvents =
  (baseUrl: string, project: () => string | null = () => null): OpenEvents =>
  (entity, handlers) => {
    const name = project();
    // An event source cannot send headers, so its URL contains the value that other requests send as X-Ops-Project
    // (REQ-6).
    const named = name ? `&${HEADER.project}=${encodeURIComponent(name)}` : '';
    const source = new EventSource(`${baseUrl}/api${EVENTS_PATH}?entity=${entity}${named}`);
    const beat = (then?: () => void) => () => {
      handlers.onBeat();
      then?.();
    };
    source.addEventListener('open', beat(handlers.onOpen));
    source.addEventListener('changes', beat(handlers.onChanges));
    source.addEventListener('session', beat(handlers.onSession));
    source.addEventListener('bell', beat(handlers.onBell));
    source.addEventListener('batches', event => {
      handlers.onBeat();
      const importId = importIdOf(event.data);
      if (importId !== '') handlers.onBatches(importId);
    });
    source.addEventListener('version', event => {
      handlers.onBeat();
      const time = releaseTimeOf(event.data);
      if (time > 0) handlers.onVersion(time);
    });
    source.addEventListener('import', event => {
      handlers.onBeat();
      if (isEnd(event.data)) handlers.onImport();
    });
    // The server closed the stream on purpose, even if this build does not know the reason.
    source.addEventListener('closed', beat(handlers.onTooMany));
    source.addEventListener('ping', beat());
    source.addEventListener('error', () => {
      source.close();
      handlers.onError();
    });
    return () => source.close();
  };
