import type { HomeNow } from '../../contract/home.ts';
import { formatCount } from '../../domain/format.ts';
import { useCachedLists } from '../../sync/hooks/useCachedLists.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { useCoverageGaps } from '../../sync/hooks/useCoverageGaps.ts';

/** Maximum number of this device's channels whose coverage is counted place by place. */
const COUNTED = 6;

/** A channel whose lists are on this device, with the number of gaps in its coverage. */
export interface DeviceGaps {
  channelId: number;
  name: string;
  gaps: number;
}

export interface ChannelGap {
  channelId: number;
  /** The channel's id and name. */
  text: string;
  detail: string;
}

/**
 * Channels with coverage gaps: first those that, according to the server, have no records at all, then those whose lists
 * on this device have gaps. Home counts them, and the Coverage page lists them.
 *
 * @param none from the server; null or undefined while unknown
 */
export function channelGaps(none: HomeNow['coverage'] | undefined, device: readonly DeviceGaps[]): ChannelGap[] {
  const empty = new Set(none?.list.map(({ channelId }) => channelId));
  return [
    ...(none?.list ?? []).map(({ channelId, name }) => ({
      channelId,
      text: `${channelId} ${name}`,
      detail: 'has no records',
    })),
    ...device
      .filter(({ channelId, gaps }) => gaps > 0 && !empty.has(channelId))
      .map(({ channelId, name, gaps }) => ({
        channelId,
        text: `${channelId} ${name}`.trim(),
        detail: `${formatCount(gaps)} to review`,
      })),
  ];
}

/** The gaps in this device's lists; channels are added as they are counted, `left` says how many still are not. */
export function useDeviceGaps(): { counted: readonly DeviceGaps[]; left: number } {
  const lists = useCachedLists();
  const channels = useChannels();
  const ids = (lists?.channels ?? []).filter(({ state }) => state === 'ready').map(({ channelId }) => channelId);
  const asked = ids.slice(0, COUNTED);
  const gaps = useCoverageGaps(asked);
  const counted = [...gaps].map(([channelId, count]) => ({
    channelId,
    name: channels?.find(known => known.channelId === channelId)?.name ?? '',
    gaps: count,
  }));
  return { counted, left: asked.filter(channelId => !gaps.has(channelId)).length };
}
