import { formatCount } from '../../domain/format.ts';
import type { CachedChannelLists } from '../../sync/hooks/useCachedLists.ts';
import type { CachedChannels } from '../../sync/hooks/useCachedChannels.ts';
import type { SyncStatus } from '../../sync/types.ts';

export interface HomeText {
  tone: 'fine' | 'waiting' | 'attention';
  title: string;
  detail: string;
}

const channelsOf = (n: number): string => (n === 1 ? '1 channel' : `${n} channels`);

/**
 * Says which of the country's data is available offline. "Ready" refers to the lists of cached channels.
 *
 * @param channels undefined until read; null if the browser has no storage
 */
export function mirrorText(
  { mirror, mirrorProgress, network }: SyncStatus,
  channels: CachedChannels | null | undefined,
): HomeText {
  const offline = network === 'offline';
  if (channels === null) {
    return {
      tone: 'attention',
      title: 'Not ready for offline work',
      detail: 'This browser blocks this site from storing data. Allow it to store data, then reload the page.',
    };
  }
  if (mirror === 'ready' && channels) {
    const { ready, loading } = channels;
    if (loading > 0 && !offline) {
      return {
        tone: 'waiting',
        title: `Getting ready for offline work, ${ready} of ${ready + loading} channels`,
        detail: 'The lists of the channels that you opened are being loaded.',
      };
    }
    if (ready > 0) {
      return {
        tone: 'fine',
        title: 'Ready to work offline',
        detail: `The lists of ${channelsOf(ready)} and the places of this country are on this device. Other lists are available only online.`,
      };
    }
    return {
      tone: 'attention',
      title: 'No list is ready for offline work',
      detail: offline
        ? loading > 0
          ? `The lists of ${channelsOf(loading)} were not loaded completely before this device went offline. They will be loaded when it is online again.`
          : 'No list of this country was opened on this device while it was online.'
        : 'While online, open the list of each channel that you need offline once; it then stays on this device.',
    };
  }
  const percent = Math.floor(Math.min(1, Math.max(0, mirrorProgress)) * 100);
  if (mirror === 'loading') {
    return {
      tone: 'waiting',
      title: `Getting ready for offline work, ${percent} %`,
      detail: 'Channels and places are being loaded.',
    };
  }
  return offline && mirror === 'empty'
    ? {
        tone: 'attention',
        title: 'Not ready for offline work',
        detail: 'This device has no data for this country yet. Connect once to load it.',
      }
    : { tone: 'waiting', title: 'Getting ready for offline work', detail: 'Channels and places will be loaded now.' };
}

/** Describes a channel's lists, e.g. "1,204 rows, kept offline". */
export function listsText({ state, rows, pinned }: Omit<CachedChannelLists, 'channelId'>): string {
  if (state === 'noRoom') return 'no room on this device';
  if (state === 'loading') return 'loading';
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}${pinned ? ', kept offline' : ''}`;
}
