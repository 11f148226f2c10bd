import { expect, it } from 'vitest';
import { OF_ENTITY, type CachedOwner } from '../../contract/owner.ts';
import { listsByChannel } from './useCachedLists.ts';

it('there is one entry per channel, pinned channels first, then the most recently opened, with the combined state of its lists', () => {
  const set = (owner: CachedOwner, state: 'ready' | 'loading' | 'noRoom', more: object = {}) => ({
    owner,
    state,
    pinned: false,
    openedAt: 1,
    rows: 10,
    ...more,
  });
  expect(
    listsByChannel([
      set(OF_ENTITY, 'ready'),
      set('3pl:1', 'loading'),
      set('channel:1', 'ready'),
      set('channel:1', 'ready', { rows: 5 }),
      set('channel:2', 'ready', { openedAt: 9 }),
      set('channel:2', 'loading'),
      set('channel:3', 'noRoom', { pinned: true }),
    ]),
  ).toEqual([
    { channelId: 3, pinned: true, state: 'noRoom', rows: 10 },
    { channelId: 2, pinned: false, state: 'loading', rows: 20 },
    { channelId: 1, pinned: false, state: 'ready', rows: 15 },
  ]);
});
