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

/** What can be done with the chosen 3PL, which the filters name; nothing while none is chosen. */
export function SelectedThreePlHint({ filters }: { filters: Filters }) {
  const owners = useOwners('3pl');
  const id = filters['threePlId'];
  if (owners === undefined && typeof id === 'number') return <ChannelHintRoom />;
  const chosen = owners?.find(({ channelId }) => channelId === id);
  return chosen ? (
    <HintBar
      label={`3PL ${chosen.channelId} ${chosen.name}`}
      end={<KeepOffline number={ownerNumber('3pl', chosen.channelId)} />}
    />
  ) : null;
}
