import { useCallback, useEffect, useState } from 'react';
import { getHomeLayout } from '../../contract/home.ts';
import { readLayout, type HomeLayout } from '../../domain/homeTiles.ts';
import { readKept, sendLayout, storeKept, type KeptLayout } from '../actions/homeLayout.ts';
import { useSync } from './useSync.ts';
import { useSyncStatus } from './useSyncStatus.ts';

/**
 * The person's Home layout. A change takes effect immediately on this device, and on the person's other devices once
 * the server has it; offline changes are sent later.
 */
export function useHomeLayout(): [HomeLayout, (layout: HomeLayout) => void] {
  const { client, entity } = useSync();
  const { network } = useSyncStatus();
  const { userId } = client;
  const [kept, setKept] = useState(() => readKept(userId));
  const save = useCallback(
    (next: KeptLayout) => {
      setKept(next);
      storeKept(userId, next);
    },
    [userId],
  );
  const { layout, unsent } = kept;
  useEffect(() => {
    if (network === 'offline') return undefined;
    let over = false;
    if (unsent) {
      void sendLayout(client, entity, layout, () => over).then(isSent => {
        if (isSent && !over) save({ layout, unsent: false });
      });
    } else {
      void client.transport.call(getHomeLayout, {}, { entity }).then(outcome => {
        if (over || outcome.kind !== 'ok' || outcome.data === null) return;
        const theirs = readLayout(outcome.data);
        if (JSON.stringify(theirs) !== JSON.stringify(layout)) save({ layout: theirs, unsent: false });
      });
    }
    return () => {
      over = true;
    };
  }, [client, entity, network, layout, unsent, save]);
  return [layout, useCallback(next => save({ layout: next, unsent: true }), [save])];
}
