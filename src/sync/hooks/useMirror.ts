import { useEffect, useState } from 'react';
import type { MirrorDb } from '../mirror/db.ts';
import { useSync } from './useSync.ts';

/**
 * What a query of the mirror answers, live; undefined until it was read, null if the browser stores nothing. The
 * mirror is opened first: a live query that waits for anything but its own reads misses later changes.
 */
export function useMirror<T>(key: string, query: (db: MirrorDb) => Promise<T>): T | null | undefined {
  const { client } = useSync();
  const [read, setRead] = useState<{ key: string; value: T | null | undefined } | null>(null);
  useEffect(() => {
    let over = false;
    let stop: () => void = () => undefined;
    void client.mirror.then(db => {
      if (over) return;
      if (!db) setRead({ key, value: null });
      else
        stop = client.live(
          () => query(db),
          value => setRead({ key, value }),
        );
    });
    return () => {
      over = true;
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers the query
  }, [client, key]);
  return read?.key === key ? read.value : undefined;
}
