import type { ChannelRow } from '../../contract/channels.ts';
import { belongsToEntity, type IdScope, type Scope } from '../../contract/owner.ts';
import type { Country } from '../../domain/country.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { readChannels, readThreePls } from '../mirror/loaded.ts';
import { useMemo } from 'react';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** The current entity's channels from the mirror, by id, live; undefined until all of them are loaded. */
export function useChannels(): readonly ChannelRow[] | undefined {
  const { entity } = useSync();
  return useMirror(entity, db => readChannels(db, entity)) ?? undefined;
}

/** A channel or 3PL that can be selected. */
export interface OwnerChoice {
  id: number;
  name: string;
}

async function readOwners(db: MirrorDb, entity: Country, scope: Scope): Promise<readonly OwnerChoice[] | undefined> {
  if (belongsToEntity(scope)) return [];
  if (scope === 'channel')
    return (await readChannels(db, entity))?.map(({ channelId, name }) => ({ id: channelId, name }));
  return (await readThreePls(db, entity))?.map(({ threePlId, name }) => ({ id: threePlId, name }));
}

/**
 * The possible owners of records with a given scope in the current country, by id, live from the mirror. Undefined
 * until all are loaded; empty if the records belong to the country.
 */
export function useOwners(scope: Scope): readonly OwnerChoice[] | undefined {
  const { entity } = useSync();
  return useMirror(`owners ${scope} ${entity}`, db => readOwners(db, entity, scope)) ?? undefined;
}

/** The current country's channels and 3PLs, as returned by `useOwners`. */
export function useAllOwners(): Readonly<Record<IdScope, readonly OwnerChoice[] | undefined>> {
  const channel = useOwners('channel');
  const threePls = useOwners('3pl');
  return useMemo(() => ({ channel, '3pl': threePls }), [channel, threePls]);
}
