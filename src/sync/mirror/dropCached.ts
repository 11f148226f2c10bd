import { collectionsOf } from '../../contract/call.ts';
import { scopeOfOwner, type CachedOwner } from '../../contract/owner.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import type { MirrorDb } from './db.ts';

/** Removes cached rows from the device. */

/** Removes all cached data of a channel or 3PL, by its key. */
export async function dropCached(db: MirrorDb, [entity, owner]: readonly [Country, CachedOwner]): Promise<void> {
  await db.transaction('rw', [db.sets, db.setSegments, db.setChanges], async () => {
    for (const collection of collectionsOf(scopeOfOwner(owner), db.declared.resources)) {
      const id = [entity, collection, owner] as const;
      await db.sets.delete([...id]);
      await db.setSegments
        .where('[entity+collection+owner]')
        .equals([...id])
        .delete();
      await db.setChanges
        .where('[entity+collection+owner+key]')
        .between([...id], [...id, []])
        .delete();
    }
  });
}

/** Removes all cached data of an entity's channels, in a transaction over the three tables (MR4). */
export async function dropEntityCached(db: MirrorDb, entity: Country): Promise<void> {
  await db.sets.where('entity').equals(entity).delete();
  await db.setSegments.where('[entity+collection+owner]').between([entity], [entity, []]).delete();
  await dropCachedRows(db, entity);
}

/** Removes all cached data of one collection in an entity, in a transaction over the three tables (MR4). */
export async function dropCollectionCached(
  db: MirrorDb,
  entity: Country,
  collection: ResourceCollection,
): Promise<void> {
  await db.sets.filter(set => set.entity === entity && set.collection === collection).delete();
  await db.setSegments
    .where('[entity+collection+owner]')
    .between([entity, collection], [entity, collection, []])
    .delete();
  await db.setChanges
    .where('[entity+collection+owner+key]')
    .between([entity, collection], [entity, collection, []])
    .delete();
}

/** Removes all cached data of one collection in an entity. */
export const dropEntityCollection = (db: MirrorDb, entity: Country, collection: ResourceCollection): Promise<void> =>
  db.transaction('rw', [db.sets, db.setSegments, db.setChanges], () => dropCollectionCached(db, entity, collection));

/** Removes the changed rows stored next to an entity's segments, in a transaction over their table. */
export async function dropCachedRows(db: MirrorDb, entity: Country): Promise<void> {
  await db.setChanges.where('[entity+collection+owner+key]').between([entity], [entity, []]).delete();
}
