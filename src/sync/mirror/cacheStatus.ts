import type { Country } from '../../domain/country.ts';
import { changeCount } from './counts.ts';
import { counterOf } from './counters.ts';
import type { CachedSetId, MirrorDb } from './db.ts';
import { loadedSnapshot } from './loaded.ts';

/** A cached set's state relative to the server. */
export interface CacheStatus {
  ready: boolean;
  /** Number of changes to the entity's collection counted so far. */
  rev: number;
  /** Time at which the mirror last caught up with the server, in epoch milliseconds; 0 if it never has. */
  checkedAt: number;
}

const checkedId = (entity: Country): string => `checked/${entity}`;

/** Records that an entity's mirror has just caught up. */
export async function noteChecked(db: MirrorDb, entity: Country, now: number): Promise<void> {
  await db.counters.put({ id: checkedId(entity), value: now });
}

export const checkedAt = (db: MirrorDb, entity: Country): Promise<number> => counterOf(db, checkedId(entity));

/** State of the location tree, which is cached with its entity. */
export function readTreeStatus(db: MirrorDb, entity: Country): Promise<CacheStatus> {
  return db.transaction('r', [db.snapshots, db.counters], async () => {
    const [snapshot, rev, checked] = await Promise.all([
      loadedSnapshot(db, entity),
      changeCount(db, entity, 'locations'),
      checkedAt(db, entity),
    ]);
    return { ready: snapshot !== null, rev, checkedAt: checked };
  });
}

export function readCacheStatus(db: MirrorDb, [entity, collection, owner]: CachedSetId): Promise<CacheStatus> {
  return db.transaction('r', [db.sets, db.counters], async () => {
    const [set, rev, checked] = await Promise.all([
      db.sets.get([entity, collection, owner]),
      changeCount(db, entity, collection),
      checkedAt(db, entity),
    ]);
    return { ready: set?.state === 'ready', rev, checkedAt: checked };
  });
}
