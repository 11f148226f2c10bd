import type { Country } from '../../domain/country.ts';
import { countChange } from './counts.ts';
import type { MirrorDb } from './db.ts';
import { dropEntityCached } from './dropCached.ts';

/** Removes cached data at the person's request. Data needed for the open country is reloaded as soon as possible. */

/** Removes an entity's channels and 3PLs; the next synchronization starts with them. */
export const dropChannels = (db: MirrorDb, entity: Country): Promise<void> =>
  db.transaction('rw', [db.channels, db.rows, db.snapshots, db.counters], async () => {
    await db.channels.where('entity').equals(entity).delete();
    for (const collection of ['channels', 'threePls'] as const) {
      await db.rows.where('[entity+collection]').equals([entity, collection]).delete();
      await countChange(db, entity, collection);
    }
    const known = await db.snapshots.get(entity);
    if (!known) return;
    const { threePls: _, ...snapshot } = known;
    await db.snapshots.put({ ...snapshot, cursor: null });
  });

/** Removes an entity's locations; the next synchronization starts with them. */
export const dropLocations = (db: MirrorDb, entity: Country): Promise<void> =>
  db.transaction('rw', [db.segments, db.rows, db.snapshots], async () => {
    await db.segments.where('[entity+collection]').equals([entity, 'locations']).delete();
    await db.rows.where('[entity+collection]').equals([entity, 'locations']).delete();
    await db.snapshots.update(entity, { cursor: null, locations: [], progress: 0 });
  });

/** Removes the cached pages of an entity's lists. */
export async function dropPages(db: MirrorDb, entity: Country): Promise<void> {
  await db.pages.where('entity').equals(entity).delete();
}

/** Removes all cached data of an entity. */
export async function dropEntity(db: MirrorDb, entity: Country): Promise<void> {
  const tables = [db.channels, db.rows, db.segments, db.pages, db.snapshots, db.sets, db.setSegments, db.setChanges];
  await db.transaction('rw', tables, async () => {
    await db.channels.where('entity').equals(entity).delete();
    await db.snapshots.delete(entity);
    await dropEntityCached(db, entity);
    await db.rows.where('[entity+collection+key]').between([entity], [entity, []]).delete();
    await db.segments.where('[entity+collection]').between([entity], [entity, []]).delete();
    await db.pages.where('entity').equals(entity).delete();
  });
}
