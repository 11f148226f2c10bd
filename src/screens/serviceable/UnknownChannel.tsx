import type { ReactNode } from 'react';
import { COUNTRIES } from '../../domain/country.ts';
import type { Filters } from '../../domain/listQuery.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { useUi } from '../../ui/UiContext.ts';

interface UnknownChannelProps {
  filters: Filters;
  children: (misfit: string | null) => ReactNode;
}

/** Says so where the address names a channel that this country does not have, e.g. after a link from a colleague. */
export function UnknownChannel({ filters, children }: UnknownChannelProps) {
  const channels = useChannels();
  const { entity } = useUi();
  const { channelId } = filters;
  const unknown =
    typeof channelId === 'number' &&
    channels !== undefined &&
    !channels.some(channel => channel.channelId === channelId);
  return children(unknown ? `${COUNTRIES[entity].name} has no channel ${channelId}` : null);
}
