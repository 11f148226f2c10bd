import { useLiveQuery } from 'dexie-react-hooks';
import { importsOf } from '../client/imports/imports.ts';
import type { QueuedImport } from '../imports/db.ts';
import { useSync } from './useSync.ts';

export type { QueuedImport };

/** Maximum number of imports listed. */
const LISTED = 30;

/** The person's imports on this device, newest first; undefined until they have been read. */
export function useImports(): readonly QueuedImport[] | undefined {
  const { client } = useSync();
  return useLiveQuery(() => importsOf(client).latest(LISTED), [client]);
}

/** One of the person's imports, live. */
export function useImport(id: string | null): QueuedImport | undefined {
  const { client } = useSync();
  return useLiveQuery(async () => (id === null ? undefined : importsOf(client).byId(id)), [client, id]);
}
