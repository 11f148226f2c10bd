import { CONTRACT_VERSION, HEADER } from '../../contract/call.ts';
import type { SubAppContext, SubAppReply } from '../base/subAppContract.ts';
import type { Country } from '../../domain/country.ts';
import { errorText } from '../../domain/errorText.ts';
import { deployedAt, MANIFEST, readManifest, type SubAppManifest } from '../../domain/subApplication.ts';
import { platformFetch } from './transport.ts';

/** The result of looking up a sub-application. */
export type Deployed =
  | { kind: 'found'; manifest: SubAppManifest }
  | { kind: 'nothing' }
  | { kind: 'unreadable'; problem: string }
  | { kind: 'unreachable' };

/** How long to wait for a manifest, in milliseconds; with a cached copy, the service worker answers much earlier. */
const MANIFEST_MILLIS = 10_000;

/**
 * Looks up which sub-application is deployed at a mount path. Without the network, the service worker answers from its
 * cache.
 */
export async function fetchManifest(mount: string, fetch: typeof globalThis.fetch = platformFetch): Promise<Deployed> {
  let answer: Response;
  try {
    answer = await fetch(deployedAt(mount, MANIFEST), {
      cache: 'no-cache',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(MANIFEST_MILLIS),
    });
  } catch {
    return { kind: 'unreachable' };
  }
  if (answer.status === 404) return { kind: 'nothing' };
  if (!answer.ok) return { kind: 'unreachable' };
  let value: unknown;
  try {
    value = await answer.json();
  } catch {
    return { kind: 'unreadable', problem: 'it is not JSON' };
  }
  const read = readManifest(value, mount);
  return typeof read === 'string' ? { kind: 'unreadable', problem: read } : { kind: 'found', manifest: read };
}

const CANCELED = 'The call was canceled. A write may still have taken effect.';
const NO_ANSWER = 'The server cannot be reached. Try again once the network is back.';

/**
 * A sub-application's request client: sends the same headers as the shell's own calls (REQ-6), so that the server
 * checks the same person, entity and permissions.
 */
export function subAppRequest(
  who: { userId: number; entity: Country; project: string; ended: AbortSignal },
  fetch: typeof globalThis.fetch = platformFetch,
): SubAppContext['request'] {
  return async <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options: Parameters<SubAppContext['request']>[2] = {},
  ): Promise<SubAppReply<T>> => {
    const { query = {}, body, idempotencyKey, signal } = options;
    const none = (status: number, message: string): SubAppReply<T> => ({
      status,
      retcode: -1,
      message,
      detail: '',
      data: null as T,
    });
    if (!/^\/[^/]/.test(path) || path.includes('..')) return none(0, `"${path}" is not the path of a call.`);
    let sent: string | null = null;
    try {
      if (body !== undefined) sent = JSON.stringify(body);
    } catch (error) {
      return none(0, `The body of the call ${path} cannot be sent: ${errorText(error)}`);
    }
    const ended = AbortSignal.any(signal ? [signal, who.ended] : [who.ended]);
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
    try {
      const init: RequestInit = {
        method,
        credentials: 'same-origin',
        headers: {
          accept: 'application/json',
          [HEADER.contract]: String(CONTRACT_VERSION),
          [HEADER.person]: String(who.userId),
          [HEADER.entity]: who.entity,
          [HEADER.project]: who.project,
          ...(idempotencyKey === undefined ? {} : { [HEADER.idempotencyKey]: idempotencyKey }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: sent,
        signal: ended,
      };
      const answer = await fetch(`/api${path}${search === '' ? '' : `?${search}`}`, init);
      const reply = (await answer.json()) as Partial<SubAppReply<T>>;
      if (typeof reply.retcode !== 'number') return none(answer.status, NO_ANSWER);
      return {
        status: answer.status,
        retcode: reply.retcode,
        message: reply.message ?? '',
        detail: reply.detail ?? '',
        data: reply.data as T,
      };
    } catch {
      return none(0, ended.aborted ? CANCELED : NO_ANSWER);
    }
  };
}
