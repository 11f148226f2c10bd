import type { SyncClient } from '../client/client.ts';
import { importsOf, type NewImport } from '../client/imports/imports.ts';

/** Takes an import with its files; resolves with its id once it is durable (OB1). @throws OutboxUnavailable */
export const queueImport = (client: SyncClient, added: NewImport): Promise<string> => importsOf(client).add(added);

/**
 * Takes an import instead of one that was not taken, if there is such a one: that is given up only once this one is
 * durable, so that the person has one of the two whatever fails.
 *
 * @param onQueued called with its id before the former one ends
 * @throws OutboxUnavailable
 */
export async function applyImport(
  client: SyncClient,
  { added, former, onQueued }: { added: NewImport; former: string | null; onQueued: (id: string) => Promise<void> },
): Promise<void> {
  await onQueued(await queueImport(client, added));
  if (former !== null) await discardImport(client, former);
}

/** Sends one that was not taken again, as it is. */
export const retryImport = (client: SyncClient, id: string): Promise<void> => importsOf(client).again(id, 'retry');

/** Sends one again over what colleagues changed meanwhile. */
export const importOverTheirs = (client: SyncClient, id: string): Promise<void> => importsOf(client).again(id, 'over');

/** Sends one again without the records that colleagues changed meanwhile. */
export const importLeavingTheirs = (client: SyncClient, id: string): Promise<void> =>
  importsOf(client).again(id, 'leave');

/** Gives one up that has not reached the server, or was not taken. */
export const discardImport = (client: SyncClient, id: string): Promise<void> => importsOf(client).discard(id);
