import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { SessionInfo } from '../../contract/session.ts';
import { Engine } from './engine.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { browserStorage } from '../session/storage.ts';
import { FeedServer, placeOf } from '../testing/feedServer.ts';
import { fakeEnv, newWorld } from '../testing/fakeEnv.ts';
import { quiet } from '../testing/quietEngine.ts';

const CHANNEL = 10021;

it('MR4: what the person keeps offline comes back with the right to it', async () => {
  const world = newWorld();
  const server = new FeedServer();
  server.put('locations', placeOf(1));
  const state = { allowed: false, refusals: 0 };
  const answer = async (url: URL): Promise<unknown> => {
    const query = Object.fromEntries(url.searchParams);
    if (url.pathname.endsWith('/changes')) return data({ id: 'feed.changes' }, query);
    if (query['channelId'] !== undefined) return { cursor: '1', total: 0, segments: [] };
    if (url.pathname.endsWith('/segments')) return data({ id: 'feed.segments' }, query);
    const [, id] = url.pathname.split('/segments/');
    return id === undefined
      ? data({ id: 'channels.list' }, query)
      : data({ id: 'feed.segment' }, { id: decodeURIComponent(id) });
  };
  const data = async (call: { id: string }, input: object) => {
    const outcome = await server.call(call as never, input as never);
    return outcome.kind === 'ok' ? outcome.data : null;
  };
  const fetch = async (path: string) => {
    const url = new URL(path, 'http://x');
    const denied = url.searchParams.has('channelId') && !state.allowed;
    if (denied) state.refusals += 1;
    const body = denied ? { retcode: 403, message: 'No.' } : { retcode: 0, message: '', data: await answer(url) };
    return new Response(JSON.stringify(body), {
      status: denied ? 403 : 200,
      headers: { 'content-type': 'application/json' },
    });
  };
  const opened: MirrorDb[] = [];
  const engine = new Engine({
    env: fakeEnv(world),
    build: 'b1',
    userId: 972,
    fetch: fetch as never,
    ...quiet,
    storage: {
      ...browserStorage,
      openPins: () => ({ of: async () => [CHANNEL], close: () => undefined }),
      openMirror: async (...of) => {
        const db = await browserStorage.openMirror(...of);
        opened.push(db);
        return db;
      },
    },
  });
  /** Lets some seconds pass at a time, until what is checked holds. */
  const until = async (check: () => Promise<boolean> | boolean) => {
    for (let left = 30; left > 0 && !(await check()); left--) {
      await world.clock.advance(2000, 10);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    expect(await check()).toBe(true);
  };
  engine.setEntities(['ID']);
  await until(() => state.refusals > 0);
  await until(async () => (await opened[0]?.held.count()) === 0);
  state.allowed = true;
  engine.sessionChanged({ entities: [{ country: 'ID' }] } as unknown as SessionInfo);
  await until(async () => (await opened[0]?.held.get(['ID', 'channelLocations', CHANNEL]))?.state === 'ready');
  await engine.close();
});
