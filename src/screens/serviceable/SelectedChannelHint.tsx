import type { Filters } from '../../domain/listQuery.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { ChannelHint } from '../../ui/ChannelHint.tsx';
import { KeepOffline } from './KeepOffline.tsx';

/** The hint of the chosen channel; nothing while none is chosen (SAL-8, SAL-9). */
export function SelectedChannelHint({ filters }: { filters: Filters }) {
  const channel = useChannels()?.find(({ channelId }) => channelId === filters['channelId']);
  return channel ? (
    <ChannelHint channel={channel} screen="other">
      <KeepOffline channelId={channel.channelId} />
    </ChannelHint>
  ) : null;
}
