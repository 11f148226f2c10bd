import { expect, it } from 'vitest';
import { OF_ENTITY } from '../../contract/owner.ts';
import { listsByChannel } from './useCachedLists.ts';

it('each channel has one line: pinned ones first, then those opened last, with the state of all its lists', () => {
  const set = (channelId: number, state: 'ready' | 'loading' | 'noRoom', more: object = {}) => ({
    channelId,
    state,
    pinned: false,
    openedAt: 1,
    rows: 10,
    ...more,
  });
  expect(
    listsByChannel([
      set(OF_ENTITY, 'ready'),
      set(1, 'ready'),
      set(1, 'ready', { rows: 5 }),
      set(2, 'ready', { openedAt: 9 }),
      set(2, 'loading'),
      set(3, 'noRoom', { pinned: true }),
    ]),
  ).toEqual([
    { channelId: 3, pinned: true, state: 'noRoom', rows: 10 },
    { channelId: 2, pinned: false, state: 'loading', rows: 20 },
    { channelId: 1, pinned: false, state: 'ready', rows: 15 },
  ]);
});
