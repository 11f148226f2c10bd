import { expect, it } from 'vitest';
import { FakeClock, settle } from '../testing/fakeEnv.ts';
import { attachedName, createDownloads } from './transportDownloads.ts';
import type { Outcome } from '../types.ts';

const never = new AbortController().signal;
const HEAD = {
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename="a.xlsx"; filename*=UTF-8''%C3%A1.xlsx`,
};

/** A download whose response and end the test controls. */
function setUp(answer: (init: RequestInit) => Promise<Response>) {
  const clock = new FakeClock();
  const sent: RequestInit[] = [];
  const download = createDownloads({
    fetch: async (_, init = {}) => {
      sent.push(init);
      return answer(init);
    },
    person: 7,
    project: () => 'p',
    clock,
  });
  return { clock, sent, download };
}

const stream = (begin: (controller: ReadableStreamDefaultController<Uint8Array>) => void): Response =>
  new Response(new ReadableStream<Uint8Array>({ start: begin }), { headers: HEAD });

it('a file is downloaded chunk by chunk, with its name, for the person signed in in this tab', async () => {
  const seen: number[] = [];
  const { download, sent } = setUp(async () =>
    stream(controller => {
      controller.enqueue(new Uint8Array(3));
      controller.enqueue(new Uint8Array(4));
      controller.close();
    }),
  );
  const outcome = await download('/api/x', never, bytes => seen.push(bytes));
  expect(outcome).toMatchObject({ kind: 'ok', data: { name: 'á.xlsx' } });
  expect(outcome.kind === 'ok' && outcome.data.blob.size).toBe(7);
  expect(seen).toEqual([3, 7]);
  expect(sent[0]?.headers).toMatchObject({ 'x-ops-person': '7' });
});

it("a response that is not a file is rejected: a refusal, a captive portal's page or a broken connection", async () => {
  const json = (status: number, message: string) => async () =>
    Response.json({ retcode: status === 200 ? 0 : status, message, detail: '', data: null }, { status });
  const page = async () => new Response('<p>Sign in to the hotel', { headers: { 'content-type': 'text/html' } });
  const cut = async () => stream(controller => controller.error(new TypeError('network error')));
  const cases: [(init: RequestInit) => Promise<Response>, Partial<Outcome>][] = [
    [json(401, 'You are not logged in.'), { kind: 'signedOut' }],
    [json(403, 'No right.'), { kind: 'refused', message: 'No right.' }],
    [json(503, 'Busy.'), { kind: 'retryLater', message: 'Busy.' }],
    [json(200, ''), { kind: 'noNetwork', reason: 'notOurs' }],
    [page, { kind: 'noNetwork', reason: 'notOurs' }],
    [cut, { kind: 'noNetwork', reason: 'unreachable' }],
    [() => Promise.reject(new TypeError('Failed to fetch')), { kind: 'noNetwork', reason: 'unreachable' }],
  ];
  for (const [answer, outcome] of cases) {
    expect(await setUp(answer).download('/api/x', never, () => undefined)).toMatchObject(outcome);
  }
});

it('a missing response or chunk causes a timeout, but a slow file that makes progress does not', async () => {
  const hang = (init: RequestInit): Promise<Response> =>
    new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );
  const silent = setUp(hang);
  const first = silent.download('/api/x', never, () => undefined);
  await silent.clock.advance(25_000);
  expect(await first).toEqual({ kind: 'noNetwork', reason: 'timeout' });

  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const slow = setUp(async init =>
    stream(started => {
      controller = started;
      init.signal?.addEventListener('abort', () => started.error(new DOMException('', 'AbortError')));
    }),
  );
  const second = slow.download('/api/x', never, () => undefined);
  for (let piece = 0; piece < 4; piece++) {
    await slow.clock.advance(20_000);
    (controller as ReadableStreamDefaultController<Uint8Array> | null)?.enqueue(new Uint8Array(1));
    await settle();
  }
  await slow.clock.advance(31_000);
  expect(await second).toEqual({ kind: 'noNetwork', reason: 'timeout' });
});

it('a file name is parsed in every notation', () => {
  const named = (says: string | null) =>
    attachedName(new Response(null, { headers: says === null ? {} : { 'content-disposition': says } }));
  expect(named(null)).toBeNull();
  expect(named('inline; filename="a"')).toBeNull();
  expect(named('attachment; filename="a b.xlsx"')).toBe('a b.xlsx');
  expect(named(`attachment; filename="a.xlsx"; filename*=UTF-8''%E0%A4%A`)).toBe('a.xlsx');
  expect(named('attachment')).toBe('download');
});
