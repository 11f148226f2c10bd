import { useMemo } from 'react';
import { channelServiceConf } from '../../contract/resources/channelServiceConf.ts';
import type { ChannelSummary } from '../../domain/serviceable.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { useList } from '../../sync/hooks/useList.ts';
import { ChannelHint } from '../../ui/ChannelHint.tsx';
import { ChannelHintRoom } from '../../ui/ChannelHintRoom.tsx';
import { sourceOf } from '../resource/source.ts';
import { KeepOffline } from './KeepOffline.tsx';

const CONFIGURATION = sourceOf(channelServiceConf, 'serviceable.hint');
/** The key names one record. */
const ONE = 10;

/**
 * What the hint shows of a channel, from its configuration as this person has it: with what they have changed and what is not sent
 * yet. A channel without a configuration is not checked. Undefined while it is read.
 */
function useSummary(channelId: number): Omit<ChannelSummary, 'channelId' | 'name'> | undefined {
  const filters = useMemo(() => ({ channelId }), [channelId]);
  const { rows, status } = useList(CONFIGURATION, filters, 1, ONE);
  if (status !== 'ready') return undefined;
  const row = rows[0]?.row;
  if (!row) return { serviceable_area_type: 0, extra_limit_type: 0, zone_level: 0 };
  return {
    // G4: 0 while nothing is checked.
    serviceable_area_type: row['isCheckServiceable'] === 1 ? Number(row['serviceableType']) : 0,
    extra_limit_type: Number(row['extraLimitType']),
    zone_level: Number(row['zoneLevel']),
  };
}

export interface ChosenChannelHintProps {
  channelId: number;
  screen: 'zone' | 'other';
}

/** The hint of the chosen channel (SAL-8 to SAL-10). */
export function ChosenChannelHint({ channelId, screen }: ChosenChannelHintProps) {
  const channels = useChannels();
  const summary = useSummary(channelId);
  if (channels === undefined) return <ChannelHintRoom />;
  const channel = channels.find(known => known.channelId === channelId);
  if (!channel) return null;
  if (!summary) return <ChannelHintRoom />;
  return (
    <ChannelHint channel={{ channelId, name: channel.name, ...summary }} screen={screen}>
      <KeepOffline number={channelId} />
    </ChannelHint>
  );
}
