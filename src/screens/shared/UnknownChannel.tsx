import { useEffect, type ReactNode } from 'react';
import { COUNTRIES } from '../../domain/country.ts';
import type { Filters } from '../../domain/listQuery.ts';
import { useChannelCountry } from '../../sync/hooks/useChannelCountry.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import type { Misfit } from '../../ui/list/definition.ts';
import { offersSwitch } from '../../ui/offeredSwitch.ts';
import { useUi } from '../../ui/UiContext.ts';

interface UnknownChannelProps {
  filters: Filters;
  children: (misfit: Misfit | null) => ReactNode;
}

/**
 * Says that the channel in the URL does not exist in this country, e.g. after following a colleague's link, and offers
 * to switch to the channel's country if the person works there.
 */
export function UnknownChannel({ filters, children }: UnknownChannelProps) {
  const channels = useChannels();
  const { entity, countries, switchCountry } = useUi();
  const { channelId } = filters;
  const unknown =
    typeof channelId === 'number' &&
    channels !== undefined &&
    !channels.some(channel => channel.channelId === channelId);
  const home = useChannelCountry(unknown ? channelId : null);
  const offered = unknown && home !== null && home !== entity && countries.includes(home) ? home : null;
  useEffect(() => (offered === null ? undefined : offersSwitch(offered)), [offered]);
  if (!unknown) return children(null);
  const here = COUNTRIES[entity].inText;
  if (offered === null) return children({ title: `${COUNTRIES[entity].atStart} has no channel ${channelId}` });
  const there = COUNTRIES[offered].inText;
  return children({
    title: `Channel ${channelId} belongs to ${there}`,
    hint: `You are working in ${here}. The filters are kept.`,
    action: { label: `Switch to ${there}`, run: () => switchCountry(offered) },
  });
}
