import { cachedCollections } from '../../contract/call.ts';
import type { Change } from '../../contract/feed.ts';
import { ownerOfRecord } from '../../contract/cached.ts';
import type { CachedOwner } from '../../contract/owner.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { takeArrivals } from './counters.ts';
import type { CachedChange, MirrorDb } from './db.ts';

/**
 * Stores the changes of cached channels next to their segments, each only if it is not older than the known version of
 * its record (MR2). Runs in the caller's transaction over `sets`, `setChanges`, `rows` and `counters`.
 * @returns the collections that have new data
 */
export async function keepCachedChanges(
  db: MirrorDb,
  entity: Country,
  changes: readonly Change[],
): Promise<ResourceCollection[]> {
  const touched: ResourceCollection[] = [];
  for (const collection of cachedCollections(db.declared.resources)) {
    const ours = changes.filter(change => change.collection === collection);
    if (ours.length > 0 && (await keepOf(db, entity, collection, ours))) touched.push(collection);
  }
  return touched;
}

async function keepOf(
  db: MirrorDb,
  entity: Country,
  collection: ResourceCollection,
  changes: readonly Change[],
): Promise<boolean> {
  const sets = await db.sets.where('entity').equals(entity).primaryKeys();
  const owners = new Set(sets.flatMap(([, of, owner]) => (of === collection ? [owner] : [])));
  const wanted = changes.filter(({ key }) => owners.has(ownerOfRecord(collection, key)));
  if (wanted.length === 0) return false;
  const keys = [...new Set(wanted.map(({ key }) => key))];
  const cached = await db.setChanges.bulkGet(
    keys.map(
      key =>
        [entity, collection, ownerOfRecord(collection, key), key] as [Country, ResourceCollection, CachedOwner, string],
    ),
  );
  const newest = new Map<string, Pick<CachedChange, 'version' | 'row'>>();
  keys.forEach((key, i) => {
    if (cached[i]) newest.set(key, cached[i]);
  });
  // The mirror has these rows already, but the set may not: its segments may lack the same version.
  const others = keys.filter(key => !newest.has(key));
  const seen = await db.rows.bulkGet(
    others.map(key => [entity, collection, key] as [Country, ResourceCollection, string]),
  );
  const floor = new Map(others.flatMap((key, i) => (seen[i] ? [[key, seen[i].version] as const] : [])));
  const fresh = new Map<string, Omit<CachedChange, 'at'>>();
  for (const { key, version, row } of wanted) {
    const before = newest.get(key);
    const least = floor.get(key);
    if (before && version <= before.version) continue;
    if (!before && least !== undefined && version < least) continue;
    const change = { entity, collection, owner: ownerOfRecord(collection, key), key, version, row };
    newest.set(key, change);
    fresh.set(key, change);
  }
  if (fresh.size === 0) return false;
  let at = await takeArrivals(db, fresh.size);
  await db.setChanges.bulkPut([...fresh.values()].map(change => ({ ...change, at: (at += 1) })));
  return true;
}
