import { expect, it } from 'vitest';
import { OF_ENTITY } from '../../contract/owner.ts';
import { countChannels } from './useCachedChannels.ts';

it('counts channels of which every list is on the device, and those whose lists are still to come', () => {
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

it('does not count what is cached with the country, which nobody has to open', () => {
  expect(countChannels([{ channelId: OF_ENTITY, state: 'ready' }])).toEqual({ ready: 0, loading: 0 });
  expect(
    countChannels([
      { channelId: OF_ENTITY, state: 'loading' },
      { channelId: 1, state: 'ready' },
    ]),
  ).toEqual({ ready: 1, loading: 0 });
});
