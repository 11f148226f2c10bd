import { expect, it } from 'vitest';
import { OF_ENTITY } from '../../contract/owner.ts';
import { countChannels } from './useCachedChannels.ts';

it('channels with all lists on the device are counted, and so are those whose lists are still loading', () => {
  expect(
    countChannels([
      { channelId: 1, state: 'ready' },
      { channelId: 1, state: 'ready' },
      { channelId: 2, state: 'ready' },
      { channelId: 2, state: 'loading' },
      { channelId: 3, state: 'noRoom' },
    ]),
  ).toEqual({ ready: 1, loading: 1 });
});

it('data that is cached with the country, and that nobody has to open, is not counted', () => {
  expect(countChannels([{ channelId: OF_ENTITY, state: 'ready' }])).toEqual({ ready: 0, loading: 0 });
  expect(
    countChannels([
      { channelId: OF_ENTITY, state: 'loading' },
      { channelId: 1, state: 'ready' },
    ]),
  ).toEqual({ ready: 1, loading: 0 });
});
