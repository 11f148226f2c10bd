import { afterEach, expect, it } from 'vitest';
import 'fake-indexeddb/auto';
import type { EventHandlers } from '../network/transport.ts';
import { noteRights } from '../mirror/rights.ts';
import { Feed } from './feed.ts';
import { FakeClock, seeded, settle } from '../testing/fakeEnv.ts';
import { FeedServer, placeOf } from '../testing/feedServer.ts';
import { mirrors } from '../testing/mirrors.ts';

const mirror = mirrors(980_000, afterEach);

it('a feed whose stream the server dropped in favor of newer ones keeps polling, and opens no new stream for minutes', async () => {
  const db = await mirror();
  const server = new FeedServer();
  server.put('locations', placeOf(1));
  const clock = new FakeClock();
  const opened: { handlers: EventHandlers; closed: boolean }[] = [];
  let caughtUp = 0;
  const feed = new Feed({
    entity: 'ID',
    db,
    call: server.call,
    openEvents: (_, handlers) => {
      const stream = { handlers, closed: false };
      opened.push(stream);
      return () => (stream.closed = true);
    },
    clock,
    random: seeded(1),
    onSession: () => undefined,
    onVersion: () => undefined,
    onImport: () => undefined,
    onBell: () => undefined,
    onBatches: () => undefined,
    onOpen: () => undefined,
    onBroken: () => undefined,
    onTried: () => undefined,
    onCaughtUp: () => (caughtUp += 1),
  });
  const pass = async (millis: number) => {
    for (let left = millis; left > 0; left -= 10_000) {
      await clock.advance(10_000);
      for (let n = 0; n < 20; n++) await settle();
    }
  };
  await pass(10_000);
  expect(opened).toHaveLength(1);
  opened[0]?.handlers.onOpen();
  opened[0]?.handlers.onTooMany();
  // The connection is closed next, but the server has already dropped its stream.
  opened[0]?.handlers.onError();
  const before = caughtUp;
  feed.kick();
  await pass(4 * 60_000);
  expect([opened.length, opened[0]?.closed]).toEqual([1, true]);
  expect(caughtUp - before).toBeGreaterThan(5);
  await pass(7 * 60_000);
  expect(opened).toHaveLength(2);
  feed.stop();
});

it('a feed closed while recording that the mirror has caught up opens no stream that would leak', async () => {
  const db = await mirror();
  const server = new FeedServer();
  server.put('locations', placeOf(1));
  const clock = new FakeClock();
  let streams = 0;
  const put = db.counters.put.bind(db.counters);
  db.counters.put = ((counter: { id: string; value: number }) => {
    if (counter.id === 'checked/ID') feed.stop();
    return put(counter);
  }) as typeof db.counters.put;
  let caughtUp = 0;
  const feed = new Feed({
    entity: 'ID',
    db,
    call: server.call,
    openEvents: () => {
      streams += 1;
      return () => (streams -= 1);
    },
    clock,
    random: seeded(1),
    onSession: () => undefined,
    onVersion: () => undefined,
    onImport: () => undefined,
    onBell: () => undefined,
    onBatches: () => undefined,
    onOpen: () => undefined,
    onBroken: () => undefined,
    onTried: () => undefined,
    onCaughtUp: () => (caughtUp += 1),
  });
  for (let n = 0; n < 20; n++) await settle();
  await clock.advance(60_000);
  expect({ streams, caughtUp }).toEqual({ streams: 0, caughtUp: 0 });
});

/** A feed with an open stream, and what it has reported. */
async function openFeed(server: FeedServer) {
  const db = await mirror();
  const clock = new FakeClock();
  const streams: { handlers: EventHandlers; closed: boolean }[] = [];
  const told: string[] = [];
  const feed = new Feed({
    entity: 'ID',
    db,
    call: server.call,
    openEvents: (_, handlers) => {
      const stream = { handlers, closed: false };
      streams.push(stream);
      return () => (stream.closed = true);
    },
    clock,
    random: seeded(1),
    onSession: () => told.push('session'),
    onVersion: () => undefined,
    onImport: () => undefined,
    onBell: () => told.push('bell'),
    onBatches: importId => told.push(`batches ${importId}`),
    onOpen: () => told.push('open'),
    onBroken: () => undefined,
    onTried: () => undefined,
    onCaughtUp: () => undefined,
  });
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.handlers.onOpen();
  for (let n = 0; n < 20; n++) await settle();
  return { db, clock, feed, streams, told };
}

it('a changed list of imports is reported while its stream is open', async () => {
  const { feed, streams, told } = await openFeed(new FeedServer());
  streams[0]?.handlers.onBatches('rateTable.zoneCode');
  expect(told).toEqual(['open', 'batches rateTable.zoneCode']);
  feed.stop();
  streams[0]?.handlers.onBatches('rateTable.zoneCode');
  expect(told).toHaveLength(2);
});

it('MR4: each stream that opens is reported, because changes of permissions before that were not', async () => {
  const server = new FeedServer();
  server.put('locations', placeOf(1));
  const { clock, feed, streams, told } = await openFeed(server);
  expect(told).toEqual(['open']);
  streams[0]?.handlers.onError();
  for (let n = 0; n < 20; n++) await settle();
  await clock.advance(20_000);
  await expect.poll(() => streams.length).toBe(2);
  expect(told).toEqual(['open']);
  streams[1]?.handlers.onOpen();
  expect(told).toEqual(['open', 'open']);
  feed.stop();
});

it('MR4: a load broken off because permissions changed neither closes the stream nor is lost', async () => {
  const server = new FeedServer();
  server.put('locations', placeOf(1));
  const { db, clock, feed, streams } = await openFeed(server);
  server.put('locations', placeOf(2));
  server.horizon = 2;
  let loads = 0;
  server.intercept = async callId => {
    if (callId === 'feed.segments') loads += 1;
    if (callId === 'channels.list' && loads === 1) await noteRights(db);
    return null;
  };
  streams[0]?.handlers.onChanges();
  await expect.poll(() => loads).toBe(1);
  for (let n = 0; n < 40; n++) await settle();
  await clock.advance(2_000);
  await expect.poll(() => loads).toBe(2);
  await expect.poll(async () => (await db.snapshots.get('ID'))?.cursor).toBe('2');
  expect(streams.map(({ closed }) => closed)).toEqual([false]);
  feed.stop();
});
