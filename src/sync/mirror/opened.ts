import { collectionsOf } from '../../contract/call.ts';
import { OF_ENTITY, scopeOfOwner, type CachedOwner } from '../../contract/owner.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { dropCached } from './dropCached.ts';
import type { CachedSet, MirrorDb } from './db.ts';
import { takeRevision } from './revisions.ts';

/** Marks all cached sets of a channel or 3PL as used, in the same way; the cache keeper in `ops` acts on the marks. */

/**
 * Minimum interval in milliseconds at which a channel that stays open, or was the last one opened, is recorded again.
 */
const NOTE_EVERY = 60_000;

type OwnerId = readonly [Country, CachedOwner];

/** The collections that are cached together. */
const togetherWith = ({ declared }: MirrorDb, [, owner]: OwnerId): readonly ResourceCollection[] =>
  collectionsOf(scopeOfOwner(owner), declared.resources);

const newSet = (
  [entity, owner]: OwnerId,
  collection: ResourceCollection,
  now: number,
  generation: number,
): CachedSet => ({
  entity,
  collection,
  owner,
  pinned: false,
  openedAt: now,
  state: 'waiting',
  progress: 0,
  segments: [],
  rows: 0,
  bytes: 0,
  generation,
});

const change = (
  db: MirrorDb,
  id: OwnerId,
  now: number,
  edit: (set: CachedSet, known: boolean, last: boolean) => CachedSet | null,
): Promise<void> =>
  db.transaction('rw', db.sets, db.counters, async () => {
    const sets = await db.sets.bulkGet(
      togetherWith(db, id).map(collection => [id[0], collection, id[1]] as [Country, ResourceCollection, CachedOwner]),
    );
    const [known] = sets.filter(set => set !== undefined);
    const others = await db.sets.where('entity').equals(id[0]).toArray();
    const last = others.every(({ owner, openedAt }) => owner === id[1] || openedAt < (known?.openedAt ?? 0));
    const generation = sets.includes(undefined) ? await takeRevision(db) : 0;
    const next = togetherWith(db, id).flatMap((collection, at) => {
      const set = sets[at] ?? {
        ...newSet(id, collection, known?.openedAt ?? now, generation),
        pinned: known?.pinned ?? false,
      };
      return edit(set, sets[at] !== undefined, last) ?? [];
    });
    if (next.length > 0) await db.sets.bulkPut(next);
  });

/** Records that a list of the channel is being viewed: the channel is cached from now on, until others are opened. */
export const noteOpened = (db: MirrorDb, id: OwnerId, now: number): Promise<void> =>
  change(db, id, now, (set, known, last) =>
    known && last && now - set.openedAt < NOTE_EVERY ? null : { ...set, openedAt: now, state: again(set) },
  );

/**
 * Records that a list stays open. Sets evicted in favor of others remain evicted; otherwise, if more tabs are open than
 * channels can be cached, they would evict each other and load forever.
 */
export const noteStillOpen = (db: MirrorDb, id: OwnerId, now: number): Promise<void> =>
  change(db, id, now, (set, known) =>
    known && now - set.openedAt >= NOTE_EVERY ? { ...set, openedAt: now, state: again(set) } : null,
  );

/** Pins a channel, so that it is kept whatever else is opened, or makes it evictable again. */
export const pinSet = (db: MirrorDb, id: OwnerId, pinned: boolean, now: number): Promise<void> =>
  change(db, id, now, set => ({ ...set, pinned, state: again(set) }));

/** Reloads a channel's segments, or those of one of its collections. */
export const refreshSet = (db: MirrorDb, id: OwnerId, now: number, only?: ResourceCollection): Promise<void> =>
  change(db, id, now, set => ({
    ...set,
    openedAt: now,
    state: only === undefined || only === set.collection ? 'stale' : set.state,
  }));

export const removeSet = (db: MirrorDb, id: OwnerId): Promise<void> => dropCached(db, id);

/**
 * Adds the sets of newly cacheable collections to channels recorded earlier, and to the entity.
 * @param wants returns whether an entity's collection should be cached; false if the server refuses it
 */
export async function completeSet(
  db: MirrorDb,
  entity: Country,
  wants: (collection: ResourceCollection) => boolean,
): Promise<void> {
  const keys = await db.sets.where('entity').equals(entity).primaryKeys();
  const counts = new Map<CachedOwner, number>([[OF_ENTITY, 0]]);
  for (const [, , owner] of keys) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  for (const [owner, count] of counts) {
    if (count >= togetherWith(db, [entity, owner]).length) continue;
    await change(db, [entity, owner], 0, (set, known) =>
      known || (owner === OF_ENTITY && !wants(set.collection)) ? null : set,
    );
  }
}

/** A set's state once it is opened or pinned: if it did not fit before, there may be room for it now. */
const again = ({ state }: CachedSet): CachedSet['state'] => (state === 'noRoom' ? 'waiting' : state);
