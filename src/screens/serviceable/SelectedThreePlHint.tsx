import { ownerNumber } from '../../contract/owner.ts';
import type { Filters } from '../../domain/listQuery.ts';
import { useOwners } from '../../sync/hooks/useChannels.ts';
import { HintBar } from '../../ui/ChannelHint.tsx';
import { ChannelHintRoom } from '../../ui/ChannelHintRoom.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';

/** Loaded behind the list: nothing but a chosen owner needs it. */
const KeepOffline = lazyPart(
  () => import('./KeepOffline.tsx').then(module => module.KeepOffline),
  () => null,
);

/** The chosen 3PL and what can be done with it; nothing while none is chosen. */
export function SelectedThreePlHint({ filters }: { filters: Filters }) {
  const owners = useOwners('3pl');
  const id = filters['threePlId'];
  if (owners === undefined && typeof id === 'number') return <ChannelHintRoom />;
  const chosen = owners?.find(({ channelId }) => channelId === id);
  return chosen ? (
    <HintBar label="The chosen 3PL" end={<KeepOffline number={ownerNumber('3pl', chosen.channelId)} />}>
      {`${chosen.channelId} ${chosen.name}`}
    </HintBar>
  ) : null;
}
