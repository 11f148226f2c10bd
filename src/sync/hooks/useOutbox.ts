import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { SyncClient } from '../client/client.ts';
import type { DexieOutbox } from '../outbox/dexieStore.ts';
import { useSync } from './useSync.ts';

/**
 * A live query of the person's outbox; undefined until it has been read.
 * @param about the query's dependencies; a change starts a new query
 */
export function useOutbox<T>(query: (outbox: DexieOutbox) => Promise<T>, about = ''): T | undefined {
  const { client } = useSync();
  const open = useStorageOpen(client);
  return useLiveQuery(async () => (open ? query(client.outbox) : undefined), [client, open, about]);
}

/** Whether this tab has opened the person's databases. */
function useStorageOpen(client: SyncClient): boolean {
  const [openOf, setOpenOf] = useState<SyncClient | null>(null);
  useEffect(() => {
    let over = false;
    void client.mirror.then(() => over || setOpenOf(client));
    return () => {
      over = true;
    };
  }, [client]);
  return openOf === client;
}
