import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { importMirror } from '../../workers/excel/mirror.ts';
import { pacedLive } from '../storage/pacedLive.ts';
import { readPlaces } from '../query/places.ts';
import { eventually } from '../testing/eventually.ts';
import { FeedServer, channelOf, placeOf } from '../testing/feedServer.ts';
import { mirrors } from '../testing/mirrors.ts';
import { applyChanges } from './apply.ts';
import type { MirrorDb } from './db.ts';
import { dropChannels, dropLocations } from './evict.ts';
import { loadedSnapshot, readChannels } from './loaded.ts';
import { catchUp } from './snapshot.ts';

const mirror = mirrors(8700, afterEach);
const never = new AbortController().signal;
const noPause = async () => undefined;

/** A country with one channel and two segments of places. */
function country(): FeedServer {
  const server = new FeedServer();
  server.put('channels', channelOf(30012));
  for (let id = 1; id <= 6; id++) server.put('locations', placeOf(id));
  return server;
}

/** Loads the country up to its last segment, which is held back until `go` is called. */
async function halfLoaded(db: MirrorDb): Promise<{ go: () => Promise<unknown> }> {
  const server = country();
  let segments = 0;
  let release = (): void => undefined;
  const cached = new Promise<null>(resolve => {
    release = () => resolve(null);
  });
  server.intercept = callId => (callId === 'feed.segment' && (segments += 1) > 1 ? cached : null);
  const done = catchUp(db, server.call, 'ID', never);
  await eventually(async () => expect((await db.snapshots.get('ID'))?.progress).toBe(0.5));
  return {
    go: () => {
      release();
      return done;
    },
  };
}

/** The values that every reader of channels and places returns. */
async function readers(db: MirrorDb) {
  const places = await readPlaces(db, 'ID', noPause);
  const lookup = await importMirror(async () => db).lookup('ID', 'channelLocation');
  return {
    snapshot: (await loadedSnapshot(db, 'ID')) !== null,
    channels: (await readChannels(db, 'ID'))?.map(({ channelId }) => channelId),
    places: places?.children(0).length,
    checked: lookup && [...lookup.ownerIds('channel')],
  };
}
const NOTHING = { snapshot: false, channels: undefined, places: undefined, checked: null };
const ALL = { snapshot: true, channels: [30012], places: 6, checked: [30012] };

it('channels and places are unknown until the last segment of the first load has arrived', async () => {
  const db = await mirror();
  expect(await readers(db)).toEqual(NOTHING);
  const { go } = await halfLoaded(db);
  expect(await readers(db)).toEqual(NOTHING);
  await go();
  expect(await readers(db)).toEqual(ALL);
});

it('a live reader never sees an empty list before the channels arrive', async () => {
  const db = await mirror();
  const { go } = await halfLoaded(db);
  const seen: unknown[] = [];
  const stop = pacedLive(() => readChannels(db, 'ID'), {
    next: rows => void seen.push(rows?.length),
    error: (error: unknown) => void seen.push(error),
  });
  await go();
  await eventually(() => expect(seen.at(-1)).toBe(1));
  expect(seen).not.toContain(0);
  stop();
});

it('a single channel that arrived with a response does not count as the complete list', async () => {
  const db = await mirror();
  const { go } = await halfLoaded(db);
  const learned = {
    collection: 'channels',
    key: '30012',
    version: 7,
    row: { ...channelOf(30012), version: 7 },
  } as const;
  await applyChanges(db, 'ID', [learned]);
  expect(await readers(db)).toEqual(NOTHING);
  await go();
  await applyChanges(db, 'ID', [learned]);
  expect((await readChannels(db, 'ID'))?.[0]?.version).toBe(7);
});

it('removed data is unknown until it has been reloaded', async () => {
  const db = await mirror();
  const server = country();
  await catchUp(db, server.call, 'ID', never);
  await dropChannels(db, 'ID');
  expect((await readers(db)).channels).toBeUndefined();
  await catchUp(db, server.call, 'ID', never);
  await dropLocations(db, 'ID');
  expect(await readers(db)).toEqual({ ...NOTHING, channels: [30012] });
  await catchUp(db, server.call, 'ID', never);
  expect(await readers(db)).toEqual(ALL);
});

it('places are unknown if one of their segments is lost (MR5)', async () => {
  const db = await mirror();
  const server = country();
  await catchUp(db, server.call, 'ID', never);
  const [lost] = (await loadedSnapshot(db, 'ID'))?.locations ?? [];
  await db.segments.delete(lost ?? '');
  expect(await readers(db)).toMatchObject({ places: undefined, checked: null });
  await catchUp(db, server.call, 'ID', never);
  expect(await readers(db)).toEqual(ALL);
});

it('a country without channels is distinguished from one whose channels are still loading', async () => {
  const db = await mirror();
  const server = new FeedServer();
  server.put('locations', placeOf(1));
  expect(await readChannels(db, 'ID')).toBeUndefined();
  await catchUp(db, server.call, 'ID', never);
  expect(await readChannels(db, 'ID')).toEqual([]);
});
