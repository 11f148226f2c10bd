import { useEffect, useState } from 'react';
import type { MirrorDb } from '../mirror/db.ts';
import { useSync } from './useSync.ts';

/**
 * The result of a live mirror query; undefined until it has been read, null if the browser does not store data. The
 * mirror is opened first, because a live query that awaits anything but its own reads misses later changes.
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
