import { liveQuery } from 'dexie';
import type { SyncClient } from '../client/client.ts';
import type { QueuedImport } from '../imports/db.ts';
import { importsOf } from '../client/imports/imports.ts';

/**
 * Calls back with how an import is, now and whenever that changes, until the person leaves.
 *
 * @param onChange gets undefined for one that is no longer kept on this device; returns whether it is called again
 */
export function followImport(
  client: SyncClient,
  id: string,
  onChange: (row: QueuedImport | undefined) => boolean,
): void {
  const following = liveQuery(() => importsOf(client).byId(id)).subscribe({
    next: row => {
      if (!onChange(row)) following.unsubscribe();
    },
    error: () => undefined,
  });
  client.ended.addEventListener('abort', () => following.unsubscribe());
}
