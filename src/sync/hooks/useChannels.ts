import type { ChannelRow } from '../../contract/channels.ts';
import type { Country } from '../../domain/country.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

async function readChannels(db: MirrorDb, entity: Country): Promise<readonly ChannelRow[] | undefined> {
  const rows = await db.channels.where('entity').equals(entity).toArray();
  if (rows.length === 0 && (await db.snapshots.get(entity))?.cursor === undefined) return undefined;
  return rows.sort((a, b) => a.channelId - b.channelId);
}

/** Channels of the current entity from the mirror, by id, live; undefined until they were read or loaded. */
export function useChannels(): readonly ChannelRow[] | undefined {
  const { entity } = useSync();
  return useMirror(entity, db => readChannels(db, entity)) ?? undefined;
}
