import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { openMirror } from '../mirror/db.ts';
import { dropEntity } from '../mirror/letGo.ts';
import { rebuildMirror } from '../mirror/rebuild.ts';
import { catchUp } from '../mirror/snapshot.ts';
import { eventually } from '../testing/eventually.ts';
import { anyone } from '../testing/fakeEnv.ts';
import { FeedServer, placeOf } from '../testing/feedServer.ts';
import { mirrors } from '../testing/mirrors.ts';
import { Places } from './places.ts';

const mirror = mirrors(9500, afterEach);
const never = new AbortController().signal;

it('an entity that was removed and loaded anew is read anew, however often the former one had changed (MR2)', async () => {
  const db = await mirror();
  const server = new FeedServer();
  server.put('locations', placeOf(1, { name: 'Banten' }));
  const places = new Places(db, () => undefined);
  places.watch('ID');
  const shown = () =>
    places
      .of('ID')
      ?.children(0)
      .map(({ name }) => name);
  await catchUp(db, server.call, 'ID', never);
  await eventually(() => expect(shown()).toEqual(['Banten']));
  await dropEntity(db, 'ID');
  server.put('locations', placeOf(1, { name: 'Jawa Barat', version: 2 }));
  await catchUp(db, server.call, 'ID', never);
  await eventually(() => expect(shown()).toEqual(['Jawa Barat']));
  places.close();
});

it('MR5: a mirror that another engine has begun anew is read anew', async () => {
  const user = 9599;
  const leading = await openMirror(user, anyone);
  const db = await mirror(user);
  const server = new FeedServer();
  server.put('locations', placeOf(1, { name: 'Banten' }));
  const places = new Places(db, () => undefined);
  places.watch('ID');
  const shown = () =>
    places
      .of('ID')
      ?.children(0)
      .map(({ name }) => name);
  await catchUp(leading, server.call, 'ID', never);
  await eventually(() => expect(shown()).toEqual(['Banten']));
  await rebuildMirror(leading, user);
  const again = await mirror(user);
  server.put('locations', placeOf(1, { name: 'Jawa Barat', version: 2 }));
  await catchUp(again, server.call, 'ID', never);
  await eventually(() => expect(shown()).toEqual(['Jawa Barat']));
  places.close();
});
