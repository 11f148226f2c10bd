import type { ChannelRow } from '../../contract/channels.ts';
import { readChannels } from '../mirror/loaded.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** Channels of the current entity from the mirror, by id, live; undefined until all of them were loaded. */
export function useChannels(): readonly ChannelRow[] | undefined {
  const { entity } = useSync();
  return useMirror(entity, db => readChannels(db, entity)) ?? undefined;
}
