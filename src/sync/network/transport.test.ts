import { describe, expect, it, vi } from 'vitest';
import { listChannelLocations, updateChannelLocation } from '../../contract/channelLocation.ts';
import { CONTRACT_VERSION } from '../../contract/call.ts';
import { listChannels } from '../../contract/channels.ts';
import { getSegment } from '../../contract/feed.ts';
import { RESOURCE_CALLS } from '../../contract/resources/calls.ts';
import { createTransport, type TransportDeps } from './transport.ts';
import { FakeClock, settle } from '../testing/fakeEnv.ts';

const ok = (data: unknown) =>
  new Response(JSON.stringify({ retcode: 0, message: '', detail: '', data }), {
    headers: { 'content-type': 'application/json' },
  });

function transport(answer: (url: string, init: RequestInit) => Promise<Response>, part: Partial<TransportDeps> = {}) {
  const fetch = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>((url, init) => answer(url, init ?? {}));
  const onOutcome = vi.fn<() => void>();
  const clock = new FakeClock();
  const made = createTransport({
    fetch: fetch as unknown as typeof globalThis.fetch,
    baseUrl: 'http://ops.test',
    project: () => null,
    onOutcome,
    clock,
    ...part,
  });
  return { ...made, fetch, onOutcome, clock };
}

describe('the transport', () => {
  it('only pickup, timeslot and branch calls are marked as last mile (REQ-7, G91)', async () => {
    const { call, fetch } = transport(() => Promise.resolve(ok({ list: [], page: 1, count: 10, total: 0 })));
    const { pickups, timeslots, branches, rates } = RESOURCE_CALLS;
    const config = { ...rates.list, path: '/sls/pickupConfig/lcs/{id}' };
    for (const definition of [pickups.list, timeslots.list, branches.list, config, rates.list])
      await call(definition, { id: 1 });
    const said = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-lls-resource'));
    expect(said).toEqual(['2', '2', '2', '2', null]);
  });

  it('the URL contains cleaned parameters, with paging as offset and size (REQ-1, REQ-3, REQ-8, REQ-9, G19, G61)', async () => {
    const { call, fetch } = transport(async () => ok({}));
    const input = { channelId: 7, type: 0 as const, city: '  Bandung ', state: ' ', _x: 1, page: 3, count: 50 };
    await call(listChannelLocations, input);
    expect(fetch.mock.calls[0]?.[0]).toBe(
      'http://ops.test/api/channelLocationService?channelId=7&type=0&city=Bandung&offset=100&size=50',
    );
  });

  it('page and count are sent as they are if the call expects them, and path parameters are filled in', async () => {
    const { call, callUrl, fetch } = transport(async () => ok({}));
    await call(listChannels, { page: 2, count: 10 });
    expect(fetch.mock.calls[0]?.[0]).toBe('http://ops.test/api/sls/channels?page=2&count=10');
    expect(callUrl(getSegment, { id: 'a/b' })).toBe('http://ops.test/api/v2/ops/segments/a%2Fb');
  });

  it('the body is cleaned and sent with the headers of a write (OB3, REQ-6, TAB1)', async () => {
    const { call, fetch } = transport(async () => ok({}), { project: () => 'carrier' });
    const input = { channelId: 1, locationId: 2, type: 0 as const, canDeliver: true, canCOD: false };
    await call(updateChannelLocation, { ...input, canPickup: false, canCODPickup: false } as never, {
      idempotencyKey: 'k1',
      entity: 'ID',
    });
    const init = fetch.mock.calls[0]?.[1];
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        'idempotency-key': 'k1',
        'x-ops-entity': 'ID',
        'x-ops-project': 'carrier',
        'x-ops-contract': String(CONTRACT_VERSION),
      },
    });
    expect(JSON.parse(String(init?.body))).toEqual({ ...input, canPickup: false, canCODPickup: false });
  });

  it('a timeout is distinguished from a missing response, and both are reported (OB7)', async () => {
    const hang = transport(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')));
        }),
    );
    const waiting = hang.call(listChannels, {});
    await hang.clock.advance(10_001);
    expect(await waiting).toEqual({ kind: 'noNetwork', reason: 'timeout' });
    expect(hang.onOutcome).toHaveBeenCalledTimes(1);

    const dead = transport(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await dead.call(listChannels, {})).toEqual({ kind: 'noNetwork', reason: 'unreachable' });
  });

  it("a canceled call is not reported, and a captive portal's page counts as no network", async () => {
    const { call, onOutcome } = transport(async () => {
      await settle(1);
      throw new DOMException('x', 'AbortError');
    });
    const abort = new AbortController();
    abort.abort();
    await call(listChannels, {}, { signal: abort.signal });
    expect(onOutcome).not.toHaveBeenCalled();

    const portal = transport(async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    expect(await portal.call(listChannels, {})).toEqual({ kind: 'noNetwork', reason: 'notOurs' });
  });
});
