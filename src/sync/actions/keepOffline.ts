import type { OwnerKey } from '../../contract/owner.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { storageRoom } from '../storage/storageRoom.ts';

/**
 * Runs an action on the tab's mirror, if it has one, and then wakes the leader in `ops`, which may be waiting for the
 * network.
 */
export async function withMirror(client: SyncClient, run: (db: MirrorDb) => Promise<void>): Promise<void> {
  const db = await client.mirror;
  if (!db) return;
  await run(db);
  client.signals.post({ t: 'kick' });
}

/** Stores whether the person keeps a channel offline. */
export async function setPin(client: SyncClient, entity: Country, owner: OwnerKey, keep: boolean): Promise<void> {
  // Imported dynamically so that the database code does not load with the first list.
  const { Pins } = await import('../pins/pins.ts');
  const pins = new Pins(client.userId, client.env.owns);
  await pins.set(entity, owner, keep).finally(() => pins.close());
}

/**
 * Pins a channel's records for offline use, or makes them evictable again. When pinning, also asks the browser for
 * persistent storage.
 * @returns whether the browser keeps this site's data until the person removes it; null if unknown
 */
export async function keepChannelOffline(
  client: SyncClient,
  entity: Country,
  owner: OwnerKey,
  keep: boolean,
): Promise<boolean | null> {
  await setPin(client, entity, owner, keep);
  const { pinSet } = await import('../mirror/opened.ts');
  await withMirror(client, db => pinSet(db, [entity, owner], keep, client.env.clock.now()));
  if (keep) await askPersistence();
  return (await storageRoom())?.persistent ?? null;
}

/** Asks the browser to keep this site's data until the person removes it; returns whether the browser agreed. */
export async function askPersistence(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}
