import { afterEach, expect, it } from 'vitest';
import 'fake-indexeddb/auto';
import { Feed } from './feed.ts';
import { FakeClock, seeded, settle } from '../testing/fakeEnv.ts';
import { FeedServer, placeOf } from '../testing/feedServer.ts';
import { mirrors } from '../testing/mirrors.ts';

const mirror = mirrors(980_000, afterEach);

it('ended while it notes that the mirror has caught up, a feed opens no stream that nobody would close', async () => {
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
    onBroken: () => undefined,
    onTried: () => undefined,
    onCaughtUp: () => (caughtUp += 1),
  });
  for (let n = 0; n < 20; n++) await settle();
  await clock.advance(60_000);
  expect({ streams, caughtUp }).toEqual({ streams: 0, caughtUp: 0 });
});
