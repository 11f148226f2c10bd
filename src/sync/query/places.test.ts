import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openMirror } from '../mirror/db.ts';
import { readTreeStatus } from '../mirror/cacheStatus.ts';
import { dropEntity } from '../mirror/evict.ts';
import { rebuildMirror } from '../mirror/rebuild.ts';
import { catchUp } from '../mirror/snapshot.ts';
import { eventually } from '../testing/eventually.ts';
import { anyone } from '../testing/fakeEnv.ts';
import { FeedServer, placeOf } from '../testing/feedServer.ts';
import { mirrors } from '../testing/mirrors.ts';
import { noteOpened } from '../mirror/opened.ts';
import { packPlaces } from '../mirror/placeSegment.ts';
import { PlaceIndex } from './placeIndex.ts';
import { Places, PREPARE_LATER, readPlaces } from './places.ts';

const mirror = mirrors(9500, afterEach);
const never = new AbortController().signal;
const namesIn = (index: PlaceIndex | null | undefined) => index?.children(0).map(({ name }) => name);

it('an entity that was removed and reloaded is reread, however often its previous data had changed (MR2)', async () => {
  const db = await mirror();
  const server = new FeedServer();
  server.put('locations', placeOf(1, { name: 'Banten' }));
  const places = new Places(db, () => undefined);
  places.watch('ID');
  await catchUp(db, server.call, 'ID', never);
  await eventually(() => expect(namesIn(places.of('ID'))).toEqual(['Banten']));
  await dropEntity(db, 'ID');
  server.put('locations', placeOf(1, { name: 'Jawa Barat', version: 2 }));
  await catchUp(db, server.call, 'ID', never);
  await eventually(() => expect(namesIn(places.of('ID'))).toEqual(['Jawa Barat']));
  places.close();
});

it('MR5: a mirror that another engine has restarted is reread', async () => {
  const user = 9599;
  const leading = await openMirror(user, anyone);
  const db = await mirror(user);
  const server = new FeedServer();
  server.put('locations', placeOf(1, { name: 'Banten' }));
  const places = new Places(db, () => undefined);
  places.watch('ID');
  await catchUp(leading, server.call, 'ID', never);
  await eventually(() => expect(namesIn(places.of('ID'))).toEqual(['Banten']));
  await rebuildMirror(leading, user);
  const again = await mirror(user);
  server.put('locations', placeOf(1, { name: 'Jawa Barat', version: 2 }));
  await catchUp(again, server.call, 'ID', never);
  await eventually(() => expect(namesIn(places.of('ID'))).toEqual(['Jawa Barat']));
  places.close();
});

it('places replaced while they are being read have either all old or all new values', async () => {
  const db = await mirror();
  const server = new FeedServer();
  server.put('locations', placeOf(1, { name: 'Banten' }));
  await catchUp(db, server.call, 'ID', never);
  const [former] = await db.segments.toArray();
  const { bulkGet } = db.segments;
  db.segments.bulkGet = ((ids: string[]) => {
    // A fresh snapshot replaces the segments at this very moment.
    const swap = db.backendDB().transaction(['segments', 'snapshots'], 'readwrite');
    swap.objectStore('segments').clear();
    const columns = packPlaces({
      locationId: [2],
      name: ['Jawa'],
      parentId: [0],
      level: [0],
      postcode: [''],
      version: [1],
    });
    swap.objectStore('segments').put({ ...former, id: 'new', columns });
    swap.objectStore('snapshots').put({ entity: 'ID', cursor: '9', locations: ['new'], progress: 1, locationsRev: 9 });
    return bulkGet.call(db.segments, ids);
  }) as typeof bulkGet;
  const index = await readPlaces(db, 'ID', async () => undefined);
  expect(namesIn(index)).toEqual(['Banten']);
});

it('a query waits for an index that includes its change, or is answered immediately if one exists', async () => {
  const db = await mirror();
  const server = new FeedServer();
  server.put('locations', placeOf(1, { name: 'Banten' }));
  const places = new Places(db, () => undefined);
  places.watch('ID');
  await catchUp(db, server.call, 'ID', never);
  const first = await places.soon('ID');
  server.put('locations', placeOf(1, { name: 'Banten Baru', version: 2 }));
  await catchUp(db, server.call, 'ID', never);
  const { rev } = await readTreeStatus(db, 'ID');
  expect(first?.asOf.rev).toBeLessThan(rev);
  const newer = await places.atLeast('ID', rev);
  expect(namesIn(newer)).toEqual(['Banten Baru']);
  expect(newer?.asOf.rev).toBe(rev);
  expect(await places.atLeast('ID', 0)).toBe(newer);
  places.close();
});

describe('preparing indexes that speed up queries', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Opens a tree while a channel's set is in the given state; counts the waits before the indexes are prepared. */
  async function waitsWhile(state: (waits: number) => 'loading' | 'ready'): Promise<number> {
    const db = await mirror();
    const server = new FeedServer();
    server.put('locations', placeOf(1, { name: 'Banten' }));
    await catchUp(db, server.call, 'ID', never);
    await noteOpened(db, ['ID', 'channel:10021'], 1);
    const note = (waits: number) => db.sets.toCollection().modify({ state: state(waits) });
    await note(0);
    const prepare = vi.spyOn(PlaceIndex.prototype, 'prepare');
    const { setTimeout: later } = globalThis;
    let waits = 0;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, millis?: number) => {
      if (millis !== PREPARE_LATER) return later(run, millis);
      waits += 1;
      return later(() => void note(waits).then(run), 0);
    }) as typeof setTimeout);
    const places = new Places(db, () => undefined);
    places.watch('ID');
    await eventually(() => expect(prepare).toHaveBeenCalledOnce());
    places.close();
    return waits;
  }

  it.each([
    ['after startup if nothing is loading', () => 'ready' as const, 1],
    ['after the records being loaded', (waits: number) => (waits < 3 ? 'loading' : 'ready'), 3],
    ['anyway if loading those takes too long', () => 'loading' as const, 5],
  ])('indexes are prepared %s', async (_name, state, waits) => {
    expect(await waitsWhile(state)).toBe(waits);
  });
});
