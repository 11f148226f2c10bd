import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERY_CALL } from '../../contract/everyCall.ts';
import { createWorld, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { pathsOf } from '../http/call.ts';
import { AT_ONCE, type LimitName } from './limits.ts';
import { limitOf, limitOfRequest, UnderWay } from './underWay.ts';

const EXPORT = '/v2/sls/forward/sls-ops/serviceable_area/channelLocationService';
const LIST = '/channelLocationService';

describe('limits on a person’s parallel requests', () => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld('embedded');
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());

  const body = { entity: 'ID', items: [{ id: 'k', collection: 'channelLocations', key: '1/2/0', version: 1 }] };
  const paths: [LimitName, string, object | undefined][] = [
    ['export', EXPORT, undefined],
    ['page', `${LIST}?count=5000`, undefined],
    ['page', '/channelPostcodeService?offset=0&size=1000', undefined],
    ['search', `${LIST}?quick=a`, undefined],
    ['search', `${LIST}?sort=-street`, undefined],
    ['search', `${LIST}?street=a`, undefined],
    ['preflight', '/v2/ops/preflight', body],
  ];

  it.each(paths)(
    'parallel requests are limited for %s by %s: some wait, others get a Retry-After, and each frees its slot',
    async (limit, path, sent) => {
      const options = sent === undefined ? {} : { body: sent };
      const { atOnce, waiting } = AT_ONCE[limit];
      const asked = atOnce + waiting + 5;
      for (let round = 0; round < 2; round++) {
        // All calls wait for the only connection and continue at the same time.
        const client = await world.database.pool.connect();
        const calls = Array.from({ length: asked }, () => editor.call(path, options));
        await pause(300);
        client.release();
        const answers = await Promise.all(calls);
        const refused = answers.filter(({ status }) => status !== 200);
        expect(refused).toHaveLength(5);
        for (const { status, body: said, raw } of refused) {
          expect([status, said.retcode]).toEqual([429, 429]);
          expect(said.message).toMatch(/^You have \d+ .* in progress\./);
          expect(Number(raw.headers['retry-after'])).toBeGreaterThan(0);
        }
      }
      // Failed calls free their slots, too.
      for (let time = 0; time < asked; time++)
        await editor.call(`${path}${path.includes('?') ? '&' : '?'}sort=none`, options);
      expect((await editor.call(path, options)).status).toBe(200);
    },
  );

  it('a disconnected caller keeps its slot until its work ends, and starts no work if it was waiting', async () => {
    const underWay = new UnderWay();
    const answers = [0, 1, 2].map(() => new ServerResponse(new IncomingMessage(new Socket())));
    const [first, second, third] = answers as [ServerResponse, ServerResponse, ServerResponse];
    let end: () => void = () => undefined;
    expect(underWay.take('search', 1, first)).toBeNull();
    const work = underWay.during(first, new Promise<void>(resolve => (end = resolve)));
    const waits = [second, third].map(answer => underWay.take('search', 1, answer));
    second.destroy();
    second.emit('close');
    await expect(waits[0]).rejects.toThrow(/disconnected before/);
    first.destroy();
    first.emit('close');
    let entered = false;
    void waits[1]?.then(() => (entered = true));
    await pause(5);
    expect(entered).toBe(false);
    end();
    await work;
    await waits[1];
    expect(entered).toBe(true);
  });

  it('reaching the limit affects neither other people nor the person’s ordinary pages', async () => {
    const viewer = await world.as('id.viewer');
    const many = Array.from({ length: 6 }, () => editor.call(EXPORT));
    expect((await viewer.call(EXPORT)).status).toBe(200);
    await Promise.all(many);
    const pages = await Promise.all(Array.from({ length: 100 }, () => editor.call(`${LIST}?count=100`)));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('each route has exactly one limit, which is that of its call if it has one', () => {
    const { limitOfRoute } = world.app;
    expect(limitOfRoute.size).toBeGreaterThan(300);
    const open = [...limitOfRoute].filter(([, limit]) => AT_ONCE[limit] === undefined);
    expect(open).toEqual([]);
    for (const call of EVERY_CALL.filter(({ id }) => id !== 'files.upload'))
      for (const path of pathsOf(call))
        expect([path, limitOfRoute.get(`${call.method} ${path}`)]).toEqual([path, limitOf(call)]);
    const strangers = [...limitOfRoute].filter(([, limit]) => limit === 'open').map(([route]) => route);
    // Calls for which a person must be signed in are never counted by address.
    const calls = EVERY_CALL.filter(({ permission }) => permission === 'public').flatMap(call =>
      pathsOf(call).map(path => `${call.method} ${path}`),
    );
    // An identity provider authenticates itself with a token and is not a person.
    const ofPeople = strangers.filter(route => route.includes('/api/') && !route.includes('/api/scim/'));
    expect(ofPeople.sort()).toEqual([...calls, 'GET /api/login'].sort());
    expect([...limitOfRoute].filter(([route]) => route.includes('/api/docs')).map(([, limit]) => limit)).toContain(
      'docs',
    );
    expect(
      new Set([...limitOfRoute].filter(([route]) => route.includes('/api/docs')).map(([, limit]) => limit)).size,
    ).toBe(1);
  });

  it('a list request counts as a large page above a number of rows, and as a search if it filters by text', () => {
    const list = EVERY_CALL.find(({ id }) => id === 'channelLocation.list') as (typeof EVERY_CALL)[number];
    const at = (input: object) => limitOfRequest(list, { displayUnsupported: true, ...input });
    expect([at({ size: 999 }), at({ size: 1000 }), at({ count: 5000 }), at({})]).toEqual([
      'read',
      'page',
      'page',
      'read',
    ]);
    expect([at({ quick: 'a' }), at({ sort: '-city' }), at({ city: 'a' }), at({ locationId: 1, type: 0 })]).toEqual([
      'search',
      'search',
      'search',
      'read',
    ]);
  });

  it('reads that go through all names, records or channels run one at a time, like searches and large pages', () => {
    const limits = (id: RegExp) => new Set(EVERY_CALL.filter(call => id.test(call.id)).map(call => limitOf(call)));
    expect(limits(/\.getListBy(AddressType|LocationID)$/)).toEqual(new Set(['search']));
    expect(limits(/\.getChannelIds$/)).toEqual(new Set(['page']));
  });
});
