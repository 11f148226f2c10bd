import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { openMirror } from '../mirror/db.ts';
import { readTreeStatus } from '../mirror/cacheStatus.ts';
import { dropEntity } from '../mirror/evict.ts';
import { rebuildMirror } from '../mirror/rebuild.ts';
import { catchUp } from '../mirror/snapshot.ts';
import { eventually } from '../testing/eventually.ts';
import { anyone } from '../testing/fakeEnv.ts';
import { FeedServer, placeOf } from '../testing/feedServer.ts';
import { mirrors } from '../testing/mirrors.ts';
import { packPlaces } from '../mirror/placeSegment.ts';
import type { PlaceIndex } from './placeIndex.ts';
import { Places, readPlaces } from './places.ts';

const mirror = mirrors(9500, afterEach);
const never = new AbortController().signal;
const namesIn = (index: PlaceIndex | null | undefined) => index?.children(0).map(({ name }) => name);

it('an entity that was removed and loaded again is read again, however often the former one had changed (MR2)', async () => {
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

it('MR5: a mirror that another engine has started again is read again', async () => {
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

it('places that are replaced while they are read are read as they were before, or as they are after', async () => {
  const db = await mirror();
  const server = new FeedServer();
  server.put('locations', placeOf(1, { name: 'Banten' }));
  await catchUp(db, server.call, 'ID', never);
  const [former] = await db.segments.toArray();
  const { bulkGet } = db.segments;
  db.segments.bulkGet = ((ids: string[]) => {
    // A fresh snapshot takes their place at this very moment.
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

it('an index that includes a change is waited for, and one that does already is there at once', async () => {
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
