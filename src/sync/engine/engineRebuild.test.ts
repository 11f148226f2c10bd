import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { Engine } from './engine.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { browserStorage } from './engineStorage.ts';
import { FeedServer, placeOf } from '../testing/feedServer.ts';
import { fakeEnv, newWorld } from '../testing/fakeEnv.ts';
import { quiet } from '../testing/quietEngine.ts';

const CALLS = [
  ['/segments/', 'feed.segment'],
  ['/segments', 'feed.segments'],
  ['/sets', 'feed.sets'],
  ['/changes', 'feed.changes'],
] as const;

/** A server that answers the mirror's calls. */
const fetchFrom = (server: FeedServer) => async (path: string) => {
  const url = new URL(path, 'http://x');
  const callId = CALLS.find(([part]) => url.pathname.includes(part))?.[1] ?? 'channels.list';
  const input = {
    ...Object.fromEntries(url.searchParams),
    id: decodeURIComponent(url.pathname.split('/').at(-1) ?? ''),
  };
  const outcome = await server.call({ id: callId } as never, input as never);
  const data = outcome.kind === 'ok' ? outcome.data : null;
  return new Response(JSON.stringify({ retcode: 0, message: '', detail: '', data }), {
    headers: { 'content-type': 'application/json' },
  });
};

const engineOver = (
  world: ReturnType<typeof newWorld>,
  server: FeedServer,
  userId: number,
  openMirror: (typeof browserStorage)['openMirror'],
) =>
  new Engine({
    env: fakeEnv(world),
    build: 'b1',
    userId,
    fetch: fetchFrom(server) as never,
    ...quiet,
    storage: { ...browserStorage, openMirror },
  });

it('MR5: a mirror that could not be opened, for example because the disk was full, is opened as soon as possible', async () => {
  const world = newWorld();
  const server = new FeedServer();
  server.put('locations', placeOf(1, { name: 'Aceh' }));
  let full = true;
  const engine = engineOver(world, server, 973, async (...of) => {
    if (full) throw new DOMException('', 'QuotaExceededError');
    return browserStorage.openMirror(...of);
  });
  const names = async () => (await engine.suggest('ID', 0, 'a', {}, 9)).value.join();
  const seconds = async (count: number) => {
    for (let left = count; left > 0 && (await names()) === ''; left -= 5) {
      await world.clock.advance(5000, 10);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  };
  engine.setEntities(['ID']);
  await seconds(60);
  expect(await names()).toBe('');
  full = false;
  await seconds(300);
  expect(await names()).toBe('Aceh');
  await engine.close();
});

it('MR5: a mirror that breaks again soon after a restart is restarted once more', async () => {
  const world = newWorld();
  const server = new FeedServer();
  server.put('locations', placeOf(1, { name: 'Aceh' }));
  const opened: MirrorDb[] = [];
  const engine = engineOver(world, server, 970, async (...of) => {
    const db = await browserStorage.openMirror(...of);
    opened.push(db);
    return db;
  });
  /** Advances time by a few seconds at a time until the check passes. */
  const until = async (seconds: number, check: () => Promise<boolean> | boolean) => {
    for (let left = seconds; left > 0 && !(await check()); left -= 5) {
      await world.clock.advance(5000, 10);
      // The database runs in real time, and more slowly on a busy machine.
      await new Promise(resolve => setTimeout(resolve, 25));
    }
    expect(await check()).toBe(true);
  };
  const names = async () => (await engine.suggest('ID', 0, 'a', {}, 9)).value.join();
  engine.setEntities(['ID']);
  await until(100, async () => (await names()) === 'Aceh');
  for (const times of [1, 2]) {
    expect(opened).toHaveLength(times);
    // Fails as with a full disk.
    (opened.at(-1) as MirrorDb).snapshots.get = () =>
      Promise.reject(new DOMException('', 'QuotaExceededError')) as never;
    await until(100, () => opened.length === times + 1);
  }
  server.put('locations', placeOf(2, { name: 'Ambon' }));
  await until(100, async () => (await names()) === 'Aceh,Ambon');
  await engine.close();
});
