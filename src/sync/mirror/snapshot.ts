import { LIVE_COLLECTIONS, type Collection } from '../../contract/call.ts';
import { listChannels } from '../../contract/channels.ts';
import { getChanges, getSegments } from '../../contract/feed.ts';
import type { Country } from '../../domain/country.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { applyChanges } from './apply.ts';
import { countChange } from './counts.ts';
import type { MirrorDb, Snapshot } from './db.ts';
import { dropCachedRows } from './dropCached.ts';
import { BROKEN_OFF, fetchSegments, isReplaced } from './fetchSegments.ts';
import { packPlaces } from './placeSegment.ts';
import { rightsMark } from './rights.ts';
import { takeRevision } from './revisions.ts';

/** Number of segments loaded in parallel. */
const PARALLEL = 3;
/** Page size of a bulk list (CONST-1); the rest is loaded as further pages. */
const CHANNEL_PAGE = 100_000;
/** Maximum number of batches per catch-up round, so that an endless feed cannot block the round forever. */
const MOST_BATCHES = 2000;
/** How many times segments may be replaced during a load before the load is postponed. */
const MOST_REPLACED = 3;

export type LoadResult = { kind: 'done'; changed: boolean } | { kind: 'failed'; outcome: Outcome };

const emptySnapshot = (entity: Country): Snapshot => ({
  entity,
  cursor: null,
  locations: [],
  progress: 0,
  locationsRev: 0,
});

/**
 * Brings an entity's mirror up to date: loads a snapshot if there is none, then applies changes until none are left
 * (MR2). Safe to call at any time and to interrupt at any point: loaded data is kept, and the next call continues.
 */
export async function catchUp(
  db: MirrorDb,
  call: Transport['call'],
  entity: Country,
  signal: AbortSignal,
): Promise<LoadResult> {
  let changed = false;
  for (let batch = 0; batch < MOST_BATCHES && !signal.aborted; batch++) {
    const rights = await rightsMark(db);
    const cached = await db.snapshots.get(entity);
    const whole = batch > 0 || (await isWhole(db, cached?.locations ?? []));
    const since = whole ? (cached?.cursor ?? null) : null;
    const outcome = since === null ? null : await call(getChanges, { entity, since }, { entity, signal });
    if (outcome && outcome.kind !== 'ok') return { kind: 'failed', outcome };
    if (since === null || !outcome || outcome.data.reset) {
      const failed = await loadFresh(db, call, entity, signal);
      if (failed) return { kind: 'failed', outcome: failed };
      changed = true;
      continue;
    }
    const { changes, cursor: next, more } = outcome.data;
    if (changes.length > 0 || next !== since)
      changed = (await applyChanges(db, entity, changes, { cursor: next, since, rights })) || changed;
    // The changes were not stored, because the permissions changed meanwhile; data that is still allowed is refetched.
    if (!more && (await rightsMark(db)) === rights) break;
  }
  return { kind: 'done', changed };
}

/** Whether all segments are present; a store that has lost some of its tables is reloaded (MR5). */
const isWhole = async (db: MirrorDb, segments: readonly string[]): Promise<boolean> =>
  (await db.segments.where('id').anyOf(segments).count()) === new Set(segments).size;

/**
 * Like `loadSnapshot`, but segments that the server replaced during the load are immediately requested by their new
 * ids.
 */
async function loadFresh(...of: Parameters<typeof loadSnapshot>): Promise<Outcome | null> {
  for (let replaced = 0; ; replaced++) {
    const failed = await loadSnapshot(...of);
    if (!failed || !isReplaced(failed) || replaced === MOST_REPLACED) return failed;
  }
}

/**
 * Loads a new snapshot alongside the visible one, then replaces the old one in a single step. Segments already cached
 * (by content hash) are not reloaded, so an interrupted load continues where it stopped.
 * @returns the outcome that stopped the load, or null if the snapshot is loaded
 */
async function loadSnapshot(
  db: MirrorDb,
  call: Transport['call'],
  entity: Country,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const rights = await rightsMark(db);
  const manifest = await call(getSegments, { collection: 'locations', entity }, { entity, signal });
  if (manifest.kind !== 'ok') return manifest;
  const channels = await loadChannels(call, entity, signal);
  if (!Array.isArray(channels)) return channels;

  const wanted = manifest.data.segments.map(({ id }) => id);
  const failed = await fetchSegments({
    call,
    entity,
    wanted,
    here: await placeSegments(db, entity),
    parallel: PARALLEL,
    signal,
    store: (id, segment, counted) => {
      const columns = packPlaces(segment);
      return db.transaction('rw', [db.segments, db.snapshots, db.counters], async () => {
        if ((await rightsMark(db)) !== rights) return false;
        await db.segments.put({ id, entity, collection: 'locations', columns });
        await noteProgress(db, entity, counted());
        return true;
      });
    },
  });
  if (failed) return failed;

  const tables = [db.channels, db.rows, db.segments, db.snapshots, db.counters, db.sets, db.setChanges];
  return db.transaction('rw', tables, async () => {
    if ((await rightsMark(db)) !== rights) return BROKEN_OFF;
    // The cached rows lack the changes from the feed's gap too, so they need new segments. No set, not even one yet to
    // be loaded, needs changes from before the gap.
    await dropCachedRows(db, entity);
    await db.sets
      .where('entity')
      .equals(entity)
      .modify(set => {
        if (set.state === 'ready' || set.state === 'loading') set.state = 'stale';
      });
    await db.channels.where('entity').equals(entity).delete();
    await db.channels.bulkPut(channels.map(row => ({ ...row, entity })));
    const live = LIVE_COLLECTIONS.map(({ collection }) => collection);
    const declared = db.declared.resources.map(({ collection }) => collection);
    for (const collection of ['channels', 'threePls', 'locations', ...live, ...declared] as Collection[]) {
      await db.rows.where('[entity+collection]').equals([entity, collection]).delete();
      await countChange(db, entity, collection);
    }
    const keep = new Set(wanted);
    await db.segments.bulkDelete((await placeSegments(db, entity)).filter(id => !keep.has(id)));
    const { threePls: _, ...before } = (await db.snapshots.get(entity)) ?? emptySnapshot(entity);
    await db.snapshots.put({
      ...before,
      cursor: manifest.data.cursor,
      locations: wanted,
      progress: 1,
      locationsRev: await takeRevision(db, before.locationsRev),
    });
    return null;
  });
}

/** Ids of an entity's stored segments, without reading the segments themselves, which take up megabytes. */
const placeSegments = (db: MirrorDb, entity: Country): Promise<string[]> =>
  db.segments.where('[entity+collection]').equals([entity, 'locations']).primaryKeys();

/**
 * Updates the progress, but only of the first load; a reload after a complete snapshot shows none. Requires a
 * transaction.
 */
async function noteProgress(db: MirrorDb, entity: Country, progress: number): Promise<void> {
  const snapshot = (await db.snapshots.get(entity)) ?? emptySnapshot(entity);
  if (snapshot.cursor === null && progress > snapshot.progress) await db.snapshots.put({ ...snapshot, progress });
}

async function loadChannels(call: Transport['call'], entity: Country, signal: AbortSignal) {
  const rows = [];
  for (let page = 1; page <= 100; page++) {
    const outcome = await call(listChannels, { page, count: CHANNEL_PAGE }, { entity, signal });
    if (outcome.kind !== 'ok') return outcome;
    rows.push(...outcome.data.list);
    if (rows.length >= outcome.data.total || outcome.data.list.length === 0) break;
  }
  return rows;
}
