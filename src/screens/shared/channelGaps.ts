import type { HomeNow } from '../../contract/home.ts';
import { formatCount } from '../../domain/format.ts';
import { useCachedLists } from '../../sync/hooks/useCachedLists.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { useCoverageGaps } from '../../sync/hooks/useCoverageGaps.ts';

/** Channels on this device that are counted place by place. */
const COUNTED = 6;

/** A channel whose lists are on this device, with how much its coverage suggests to look at. */
export interface DeviceGaps {
  channelId: number;
  name: string;
  gaps: number;
}

export interface ChannelGap {
  channelId: number;
  /** Number and name. */
  text: string;
  detail: string;
}

/**
 * Channels with gaps: those that serve no place at all, from the server, then those whose lists on this device have gaps. Home counts
 * them, and the page Coverage lists them.
 * @param none what the server says; null or undefined while it is not known
 */
export function channelGaps(none: HomeNow['coverage'] | undefined, device: readonly DeviceGaps[]): ChannelGap[] {
  const empty = new Set(none?.list.map(({ channelId }) => channelId));
  return [
    ...(none?.list ?? []).map(({ channelId, name }) => ({
      channelId,
      text: `${channelId} ${name}`,
      detail: 'serves no place at all',
    })),
    ...device
      .filter(({ channelId, gaps }) => gaps > 0 && !empty.has(channelId))
      .map(({ channelId, name, gaps }) => ({
        channelId,
        text: `${channelId} ${name}`.trim(),
        detail: `${formatCount(gaps)} to look at`,
      })),
  ];
}

/** What the lists on this device lack, channel by channel as they are counted. */
export function useDeviceGaps(): readonly DeviceGaps[] {
  const lists = useCachedLists();
  const channels = useChannels();
  const ids = (lists?.channels ?? []).filter(({ state }) => state === 'ready').map(({ channelId }) => channelId);
  const gaps = useCoverageGaps(ids.slice(0, COUNTED));
  return [...gaps].map(([channelId, count]) => ({
    channelId,
    name: channels?.find(known => known.channelId === channelId)?.name ?? '',
    gaps: count,
  }));
}
