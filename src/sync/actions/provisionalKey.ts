import type { Collection } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { recordName } from '../outbox/entry.ts';

/**
 * Returns the key that this device assigned to a record before the server numbered it; null if the record was not
 * recently created here.
 */
export async function provisionalKey(
  client: Pick<SyncClient, 'outbox'>,
  entity: Country,
  collection: Collection,
  recordKey: string,
): Promise<string | null> {
  const entries = await client.outbox.ofRecord(recordName(collection, entity, recordKey));
  return entries.find(({ provisional }) => provisional !== undefined)?.provisional ?? null;
}
