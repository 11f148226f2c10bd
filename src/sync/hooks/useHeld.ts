import type { HeldSet } from '../mirror/db.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

/** How a channel is held, by its serviceable locations; undefined while unknown or not held. */
export function useHeldSet(channelId: number): HeldSet | undefined {
  const { entity } = useSync();
  return useMirror(`${entity} ${channelId}`, db => db.held.get([entity, 'channelLocations', channelId])) ?? undefined;
}
