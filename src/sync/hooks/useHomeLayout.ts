import { useCallback, useEffect, useRef, useState } from 'react';
import { getHomeLayout, setHomeLayout } from '../../contract/home.ts';
import { readLayout, STANDARD_LAYOUT, type HomeLayout } from '../../domain/homeTiles.ts';
import { useSync } from './useSync.ts';
import { useSyncStatus } from './useSyncStatus.ts';

/** The layout known to this device; `unsent` if the server does not have it yet. */
interface KeptLayout {
  layout: HomeLayout;
  unsent: boolean;
}

function readKept(key: string): KeptLayout {
  try {
    const { layout, unsent } = (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Record<string, unknown>;
    return { layout: readLayout(layout), unsent: unsent === true };
  } catch {
    return { layout: STANDARD_LAYOUT, unsent: false };
  }
}

/**
 * The person's Home layout. A change takes effect immediately on this device, and on the person's other devices once
 * the server has it; offline changes are sent later.
 */
export function useHomeLayout(): [HomeLayout, (layout: HomeLayout) => void] {
  const { client, entity } = useSync();
  const { network } = useSyncStatus();
  const key = `ops-home/${client.userId}`;
  const [kept, setKept] = useState(() => readKept(key));
  const save = useCallback(
    (next: KeptLayout) => {
      setKept(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // If storage is full or blocked, the layout lasts only until the page is closed.
      }
    },
    [key],
  );
  const { layout, unsent } = kept;
  /** One write at a time: the server must not handle an earlier one last. */
  const writing = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (network === 'offline') return undefined;
    let over = false;
    const { order, hidden } = layout;
    if (unsent) {
      const input = { order: [...order], hidden: [...hidden] };
      writing.current = writing.current.then(async () => {
        // A later layout replaces this one.
        if (over) return;
        const { kind } = await client.transport.call(setHomeLayout, input, { entity });
        if (kind === 'ok' && !over) save({ layout, unsent: false });
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
