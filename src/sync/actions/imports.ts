import type { SyncClient } from '../client/client.ts';
import { importsOf, type NewImport } from '../client/imports/imports.ts';

/** Queues an import with its files; resolves to its id once it is durable (OB1). @throws OutboxUnavailable */
export const queueImport = (client: SyncClient, added: NewImport): Promise<string> => importsOf(client).add(added);

/**
 * Queues an import, replacing a refused one if there is one. Both happen in one transaction, so that exactly one of them
 * survives any failure, and two tabs that correct the same import do not queue it twice.
 * @returns the new import's id; null if the refused import was replaced, resent or discarded in the meantime, in which
 * case nothing is queued
 * @throws OutboxUnavailable
 */
export const applyImport = (
  client: SyncClient,
  { added, former }: { added: NewImport; former: string | null },
): Promise<string | null> =>
  former === null ? queueImport(client, added) : importsOf(client).addReplacing(former, added);

/** Resends a refused import unchanged. */
export const retryImport = (client: SyncClient, id: string): Promise<void> => importsOf(client).again(id, 'retry');

/** Resends an import, overwriting colleagues' changes. */
export const importOverTheirs = (client: SyncClient, id: string): Promise<void> => importsOf(client).again(id, 'over');

/** Resends an import without the records changed by colleagues. */
export const importLeavingTheirs = (client: SyncClient, id: string): Promise<void> =>
  importsOf(client).again(id, 'leave');

/** Discards an import that has not reached the server yet or was refused. */
export const discardImport = (client: SyncClient, id: string): Promise<void> => importsOf(client).discard(id);
