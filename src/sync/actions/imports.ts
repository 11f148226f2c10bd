import type { SyncClient } from '../client/client.ts';
import { importsOf, type NewImport } from '../client/imports/imports.ts';

/** Queues an import with its files; resolves to its id once it is durable (OB1). @throws OutboxUnavailable */
export const queueImport = (client: SyncClient, added: NewImport): Promise<string> => importsOf(client).add(added);

/**
 * Queues an import, replacing a refused one if there is one. The refused import is discarded only once the new one is
 * durable, so that at least one of them survives any failure.
 * @param onQueued called with the new import's id before the previous one is discarded
 * @throws OutboxUnavailable
 */
export async function applyImport(
  client: SyncClient,
  { added, former, onQueued }: { added: NewImport; former: string | null; onQueued: (id: string) => Promise<void> },
): Promise<void> {
  await onQueued(await queueImport(client, added));
  if (former !== null) await discardImport(client, former);
}

/** Resends a refused import unchanged. */
export const retryImport = (client: SyncClient, id: string): Promise<void> => importsOf(client).again(id, 'retry');

/** Resends an import, overwriting colleagues' changes. */
export const importOverTheirs = (client: SyncClient, id: string): Promise<void> => importsOf(client).again(id, 'over');

/** Resends an import without the records changed by colleagues. */
export const importLeavingTheirs = (client: SyncClient, id: string): Promise<void> =>
  importsOf(client).again(id, 'leave');

/** Discards an import that has not reached the server yet or was refused. */
export const discardImport = (client: SyncClient, id: string): Promise<void> => importsOf(client).discard(id);
