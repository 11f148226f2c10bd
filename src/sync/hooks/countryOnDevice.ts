import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client.ts';
import { holdsChannels } from '../mirror/loaded.ts';

/** Whether a country's channels are on this device: without them no list of it can be asked for anything offline. */
export async function isOnDevice({ mirror }: SyncClient, entity: Country): Promise<boolean> {
  const db = await mirror;
  return db !== null && db.transaction('r', [db.channels, db.snapshots], () => holdsChannels(db, entity));
}
