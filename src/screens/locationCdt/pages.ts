import { channelCdt } from '../../contract/resources/channelCdt.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { screenOf } from '../resource/screen.tsx';
import { CHANNEL_CDT_PATH, cdtLogHref } from './paths.ts';

/** What the lists of delivery lead times say beside their declarations (CDT-1 to CDT-16). */

export const cdtRows = screenOf({
  resource: locationCdt,
  id: 'locationCdt',
  history: ({ channelId }) => cdtLogHref(channelId),
  texts: {
    idle: 'Choose a channel to see its delivery lead times',
    idleHint: 'Type part of its id or name into Channel ID above and pick it from the list.',
    empty: 'No lead time of this channel matches these filters',
    none: 'This channel has no delivery lead times yet: import them from a file',
  },
});

export const channelCdts = screenOf({
  resource: channelCdt,
  id: 'channelCdt',
  history: ({ channelId }) => cdtLogHref(channelId, CHANNEL_CDT_PATH),
  texts: {
    idle: '',
    empty: 'No channel matches these filters',
    none: 'No channel of this country has delivery times yet',
  },
});
