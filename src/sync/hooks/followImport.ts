import { liveQuery } from 'dexie';
import type { SyncClient } from '../client/client.ts';
import type { QueuedImport } from '../imports/db.ts';
import { importsOf } from '../client/imports/imports.ts';

/**
 * Reports an import's state, now and on every change, until the person leaves.
 * @param onChange receives undefined if the import is no longer on this device; returns whether to continue
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
