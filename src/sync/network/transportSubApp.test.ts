import { expect, it, vi } from 'vitest';
import { fetchManifest, subAppRequest } from './transportSubApp.ts';

const whoOf = (ended = new AbortController()) => ({
  userId: 1,
  entity: 'ID' as const,
  project: 'finance',
  ended: ended.signal,
});
const answering = (text: string) => vi.fn<typeof globalThis.fetch>(async () => new Response(text));

it('a sub-application’s call whose body cannot be sent says so, and nothing is sent', async () => {
  const fetch = answering('{}');
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const reply = await subAppRequest(whoOf(), fetch)('POST', '/opa/menu', { body: circle });
  expect([reply.status, reply.retcode]).toEqual([0, -1]);
  expect(reply.message).toMatch(/^The body of the call \/opa\/menu cannot be sent: .*circular/);
  expect(fetch).not.toHaveBeenCalled();
});

it('a sub-application’s call that is canceled is not reported as a missing server', async () => {
  const fetch: typeof globalThis.fetch = async (_, init) => {
    init?.signal?.throwIfAborted();
    throw new TypeError('Failed to fetch');
  };
  const ended = new AbortController();
  const request = subAppRequest(whoOf(ended), fetch);
  expect((await request('GET', '/opa/menu')).message).toContain('The server cannot be reached');
  ended.abort();
  expect((await request('GET', '/opa/menu')).message).toContain('The call was canceled');
});

it('a manifest with values of any type is reported instead of failing', async () => {
  const manifest = { contract: 1, name: 'N', module: { toString: 1 }, version: '1', release_time: 1, entry: 'a.js' };
  expect(await fetchManifest('opsbms', answering(JSON.stringify(manifest)))).toEqual({
    kind: 'unreadable',
    problem: 'module is {"toString":1}, but it is deployed as opsbms',
  });
});
