import { useEffect, useState } from 'react';
import type { CachedSet } from '../mirror/db.ts';
import { readCachedData, type CachedData, type OwnedSet } from '../mirror/cachedData.ts';
import { storageRoom, type StorageRoom } from '../storage/storageRoom.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

export type { CachedData, CachedSet, OwnedSet, StorageRoom };

/** All data cached for the current entity. */
export function useCachedData(): CachedData | null | undefined {
  const { entity } = useSync();
  return useMirror(entity, db => readCachedData(db, entity));
}

/** The browser's storage usage for this site, read again whenever `when` changes. */
export function useStorageRoom(when: unknown): StorageRoom | null | undefined {
  const [room, setRoom] = useState<StorageRoom | null>();
  useEffect(() => {
    let current = true;
    void storageRoom().then(next => current && setRoom(next));
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `when` says when to look again
  }, [when]);
  return room;
}
