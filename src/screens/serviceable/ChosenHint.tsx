import { useMemo } from 'react';
import { keyOfOwner, OWNERS, type IdScope } from '../../contract/owner.ts';
import { CONFIGURATIONS } from '../../contract/resources/channelServiceConf.ts';
import type { ChannelSummary } from '../../domain/serviceable.ts';
import { useOwners } from '../../sync/hooks/useChannels.ts';
import { useList } from '../../sync/hooks/useList.ts';
import { ChannelHint } from '../../ui/ChannelHint.tsx';
import { ChannelHintRoom } from '../../ui/ChannelHintRoom.tsx';
import { sourceOf } from '../resource/source.ts';
import { KeepOffline } from './KeepOffline.tsx';

const SOURCES = {
  channel: sourceOf(CONFIGURATIONS.channel, 'serviceable.hint'),
  '3pl': sourceOf(CONFIGURATIONS['3pl'], 'serviceable3pl.hint'),
};
/** The request requires a page size, although the key identifies a single record. */
const ONE = 10;

/**
 * The hint's content for a channel or 3PL, based on its configuration with the person's unsent changes applied. Without
 * a configuration, nothing is checked. Undefined while loading.
 */
function useSummary(scope: IdScope, id: number): Omit<ChannelSummary, 'channelId' | 'name'> | undefined {
  const filters = useMemo(() => ({ [OWNERS[scope].field]: id }), [scope, id]);
  const { rows, status } = useList(SOURCES[scope], filters, 1, ONE);
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

export interface ChosenHintProps {
  scope: IdScope;
  id: number;
  screen: 'zone' | 'other';
}

/** The hint for the selected channel or 3PL (SAL-8 to SAL-10, TPL-7). */
export function ChosenHint({ scope, id, screen }: ChosenHintProps) {
  const owners = useOwners(scope);
  const summary = useSummary(scope, id);
  if (owners === undefined) return <ChannelHintRoom />;
  const owner = owners.find(own => own.id === id);
  if (!owner) return null;
  if (!summary) return <ChannelHintRoom />;
  return (
    <ChannelHint noun={OWNERS[scope].word} channel={{ channelId: id, name: owner.name, ...summary }} screen={screen}>
      <KeepOffline owner={keyOfOwner({ kind: scope, id })} />
    </ChannelHint>
  );
}
