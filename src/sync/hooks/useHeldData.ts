import { useEffect, useState } from 'react';
import type { HeldSet } from '../mirror/db.ts';
import { readHeldData, type HeldData } from '../mirror/heldData.ts';
import { storageRoom, type StorageRoom } from '../session/storageRoom.ts';
import { useMirror } from './useMirror.ts';
import { useSync } from './useSync.ts';

export type { HeldData, HeldSet, StorageRoom };

/** Everything held of the current entity. */
export function useHeldData(): HeldData | null | undefined {
  const { entity } = useSync();
  return useMirror(entity, db => readHeldData(db, entity));
}

/** The browser's room for this site, looked at again whenever `when` changes. */
export function useStorageRoom(when: unknown): StorageRoom | null | undefined {
  const [room, setRoom] = useState<StorageRoom | null>();
  useEffect(() => {
    let current = true;
    void storageRoom().then(next => current && setRoom(next));
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `when` tells when to look again
  }, [when]);
  return room;
}
