import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { keyOfChannel } from '../../contract/owner.ts';
import { mirrors } from '../testing/mirrors.ts';
import { noteOpened, noteStillOpen } from './opened.ts';

const mirror = mirrors(9700, afterEach);

it('channels are sorted by when they were last opened, even if opened in quick succession', async () => {
  const db = await mirror();
  const order = async () => {
    const sets = await db.sets.where('entity').equals('ID').toArray();
    const lately = sets.filter(({ collection }) => collection === 'channelLocations');
    return lately.toSorted((a, b) => b.openedAt - a.openedAt).map(({ owner }) => owner);
  };
  for (const [second, channelId] of [1, 2, 3, 1].entries())
    await noteOpened(db, ['ID', keyOfChannel(channelId)], second * 1000);
  expect(await order()).toEqual(['channel:1', 'channel:3', 'channel:2']);
  // A channel that merely stays open does not sort before channels opened later.
  await noteOpened(db, ['ID', 'channel:2'], 5000);
  await noteStillOpen(db, ['ID', 'channel:1'], 6000);
  expect(await order()).toEqual(['channel:2', 'channel:1', 'channel:3']);
});
