import type { CachedOwner, OwnerKey } from '../../contract/owner.ts';
import type { Country } from '../../domain/country.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { SyncClient } from '../client/client.ts';
import { refreshPages } from '../list/refreshPages.ts';
import { dropChannels, dropEntity, dropLocations, dropPages } from '../mirror/evict.ts';
import { refreshSet, removeSet } from '../mirror/opened.ts';
import { setPin, withMirror } from './keepOffline.ts';

/** Actions on the data cached on this device; the cache keeper in `ops` carries them out. */

/** Reloads a channel's records from the server: all of them or one collection. */
export const refreshChannel = (client: SyncClient, entity: Country, owner: CachedOwner, only?: ResourceCollection) =>
  withMirror(client, db => refreshSet(db, [entity, owner], client.env.clock.now(), only));

/** Removes a channel's records from this device and unpins the channel. */
export async function removeChannel(client: SyncClient, entity: Country, owner: OwnerKey): Promise<void> {
  await setPin(client, entity, owner, false);
  await withMirror(client, db => removeSet(db, [entity, owner]));
}

/** Checks the server for changes to all cached data. */
export const refreshCachedData = (client: SyncClient): void => client.signals.post({ t: 'kick' });

/** Removes the current country's channels or locations, which are reloaded once the server is reachable. */
export const removeChannels = (client: SyncClient, entity: Country) =>
  withMirror(client, db => dropChannels(db, entity));
export const removeLocations = (client: SyncClient, entity: Country) =>
  withMirror(client, db => dropLocations(db, entity));

/** Refetches all cached list pages; returns whether the server could be reached for every one. */
export async function refreshCachedPages(client: SyncClient, entity: Country): Promise<boolean> {
  const db = await client.mirror;
  return db ? refreshPages(client, db, entity) : true;
}
export const removeCachedPages = (client: SyncClient, entity: Country) =>
  withMirror(client, db => dropPages(db, entity));

/** Removes all data cached for another country. */
export const removeCountry = (client: SyncClient, entity: Country) => withMirror(client, db => dropEntity(db, entity));
