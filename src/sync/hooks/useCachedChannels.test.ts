import { expect, it } from 'vitest';
import { OF_ENTITY } from '../../contract/owner.ts';
import { countChannels } from './useCachedChannels.ts';

it('channels whose lists are all cached are counted separately from those still loading', () => {
  expect(
    countChannels([
      { owner: 'channel:1', state: 'ready' },
      { owner: 'channel:1', state: 'ready' },
      { owner: 'channel:2', state: 'ready' },
      { owner: 'channel:2', state: 'loading' },
      { owner: 'channel:3', state: 'noRoom' },
      { owner: '3pl:1', state: 'loading' },
    ]),
  ).toEqual({ ready: 1, loading: 1 });
});

it('data cached with the country, without being opened, is not counted', () => {
  expect(countChannels([{ owner: OF_ENTITY, state: 'ready' }])).toEqual({ ready: 0, loading: 0 });
  expect(
    countChannels([
      { owner: OF_ENTITY, state: 'loading' },
      { owner: 'channel:1', state: 'ready' },
    ]),
  ).toEqual({ ready: 1, loading: 0 });
});
