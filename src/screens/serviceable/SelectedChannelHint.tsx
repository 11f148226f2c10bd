import type { Filters } from '../../domain/listQuery.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { ChannelHint, ChannelHintRoom } from '../../ui/ChannelHint.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';

/** Loaded behind the list: nothing but a chosen owner needs it. */
const KeepOffline = lazyPart(
  () => import('./KeepOffline.tsx').then(module => module.KeepOffline),
  () => null,
);

interface HintProps {
  filters: Filters;
}

/** The hint of the chosen channel; nothing while none is chosen. The zone screen words it in its own way (SAL-8 to SAL-10). */
function Hint({ filters, screen }: HintProps & { screen: 'zone' | 'other' }) {
  const channels = useChannels();
  if (channels === undefined && typeof filters['channelId'] === 'number') return <ChannelHintRoom />;
  const channel = channels?.find(({ channelId }) => channelId === filters['channelId']);
  return channel ? (
    <ChannelHint channel={channel} screen={screen}>
      <KeepOffline number={channel.channelId} />
    </ChannelHint>
  ) : null;
}

export const SelectedChannelHint = (props: HintProps) => <Hint {...props} screen="other" />;
export const ZoneChannelHint = (props: HintProps) => <Hint {...props} screen="zone" />;
