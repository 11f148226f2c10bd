import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { pinSet } from '../mirror/opened.ts';
import { storageRoom } from '../storage/storageRoom.ts';

/** Runs on the tab's mirror, if there is one, and has the holder in `ops` look: it may be waiting for the network's next sign. */
export async function withMirror(client: SyncClient, run: (db: MirrorDb) => Promise<void>): Promise<void> {
  const db = await client.mirror;
  if (!db) return;
  await run(db);
  client.signals.post({ t: 'kick' });
}

/** Notes whether the person keeps a channel. */
export async function setPin(client: SyncClient, entity: Country, channelId: number, keep: boolean): Promise<void> {
  // The database's code is not part of the first list's.
  const { Pins } = await import('../pins/pins.ts');
  const pins = new Pins(client.userId, client.env.owns);
  await pins.set(entity, channelId, keep).finally(() => pins.close());
}

/**
 * Keeps a channel's records offline whatever else is opened, or lets them go with the others. Whoever keeps
 * something wants it to stay, so the browser is asked to.
 *
 * @returns whether the browser keeps this site's data until the person removes it; null if it does not say
 */
export async function keepChannelOffline(
  client: SyncClient,
  entity: Country,
  channelId: number,
  keep: boolean,
): Promise<boolean | null> {
  await setPin(client, entity, channelId, keep);
  await withMirror(client, db => pinSet(db, [entity, channelId], keep, client.env.clock.now()));
  if (keep) await askPersistence();
  return (await storageRoom())?.persistent ?? null;
}

/** Asks the browser to keep this site's data until the person removes it; whether it does. */
export async function askPersistence(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}
