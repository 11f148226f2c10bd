import { getChanges, getSegments, type SegmentColumns } from '../../contract/feed.ts';
import type { CachedKind } from '../../contract/fields/base.ts';
import {
  columnsOf,
  DECLARED,
  isResourceCollection,
  ownerOfRecord,
  textsOf,
  type DeclaredCollection,
} from '../../contract/cached.ts';
import { ownerInput } from '../../contract/owner.ts';
import type { Country } from '../../domain/country.ts';
import { CachedColumns } from './cachedColumns.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { countChange } from './counts.ts';
import type { CachedSetId, CachedNumbers, CachedSegmentColumns, CachedSet, MirrorDb } from './db.ts';
import { keepCachedChanges } from './cachedRows.ts';
import { fetchSegments, isReplaced } from './fetchSegments.ts';
import { takeRevision } from './revisions.ts';

/** Loads and merges a cached set: one collection of a channel or of the entity. */

/** Number of segments loaded in parallel; small, so that the screens' own requests are not delayed. */
const PARALLEL = 2;
/**
 * Number of progress steps stored, and milliseconds between two of them; few, because each one makes every open page
 * check the cache.
 */
const STEPS = 20;
const STEP_MILLIS = 250;
const CHANGES = 5000;
const MOST_BATCHES = 500;
/** Number of rows in a merged segment. */
const FOLD_ROWS = 10_000;

/** Keys that sort before and after all numbers and strings. */
const LEAST = -Infinity;
const MOST: never[] = [];

export type SetKey = [CachedSetId[0], CachedSetId[1], CachedSetId[2]];
const keyOf = (id: CachedSetId): SetKey => [...id];

/** A set that is being loaded, and the generation of its segments: with another one, this load is no longer needed. */
export interface LoadingSet {
  id: SetKey;
  generation: number;
}

const PACKED: Readonly<Record<CachedKind, (values: number[]) => CachedNumbers>> = {
  number: values => Float64Array.from(values),
  int: values => Int32Array.from(values),
  small: values => Uint8Array.from(values),
  text: values => Int32Array.from(values),
};
/** Size of a value in bytes. */
const BYTES: Readonly<Record<CachedKind, number>> = { number: 8, int: 4, small: 1, text: 4 };

/**
 * A segment's columns as stored: a third of the size of plain arrays, and written without processing individual values.
 */
export function packColumns(declaration: DeclaredCollection, columns: SegmentColumns): CachedSegmentColumns {
  const packed: CachedSegmentColumns = { length: columns['version']?.length ?? 0, numbers: {}, texts: {} };
  for (const [name, kind] of Object.entries(columnsOf(declaration))) {
    packed.numbers[name] = PACKED[kind]((columns[name] ?? []) as number[]);
    if (kind === 'text') packed.texts[name] = (columns[textsOf(name)] ?? []) as string[];
  }
  return packed;
}

const rowBytes = (declaration: DeclaredCollection): number =>
  Object.values(columnsOf(declaration)).reduce((sum, kind) => sum + BYTES[kind], 0);

const BY_KEY = '[entity+collection+owner+key]';
const rowsOf = (id: CachedSetId): [unknown[], unknown[]] => [
  [...id, LEAST],
  [...id, MOST],
];

/**
 * Loads a set's segments and later changes, and marks it ready. After an interruption, the loaded data is kept and the
 * next call continues. While segments are being replaced, queries of the set return no rows.
 * @returns the outcome that stopped the load, or null if the set is ready, no longer needed, or its segments were
 * replaced meanwhile
 */
export async function loadSet(
  db: MirrorDb,
  call: Transport['call'],
  id: CachedSetId,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const failed = await load(db, call, id, signal);
  if (failed?.kind === 'retryLater' || failed?.kind === 'refused')
    await db.sets.update(keyOf(id), { problem: failed.message });
  return failed;
}

async function load(
  db: MirrorDb,
  call: Transport['call'],
  [entity, collection, owner]: CachedSetId,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const id: SetKey = [entity, collection, owner];
  const generation = await beginLoading(db, id);
  const manifest = await call(
    getSegments,
    { collection, entity, ...ownerInput(owner) },
    // The first request for a large channel makes the server create its segments.
    { entity, signal, timeoutMillis: 60_000 },
  );
  if (manifest.kind !== 'ok') return manifest;
  const wanted = manifest.data.segments.map(segment => segment.id);
  const failed = await loadSegments(db, call, id, generation, wanted, signal);
  if (failed) return isReplaced(failed) ? null : failed;

  const swapped = await db.transaction('rw', [db.sets, db.setSegments, db.setChanges, db.counters], async () => {
    if (!(await isLoading(db, id, generation))) return null;
    return replaceSegments(db, id, wanted, manifest.data.total);
  });
  if (swapped === null) return null;
  return followUp(db, call, entity, [{ id, generation: swapped }], manifest.data.cursor, signal);
}

/**
 * Whether a set's load is still needed. Another engine that has lost the lead may meanwhile have stored its own
 * segments. Requires a transaction.
 */
export async function isLoading(db: MirrorDb, id: SetKey, generation: number | undefined): Promise<boolean> {
  const set = await db.sets.get(id);
  return set?.state === 'loading' && set.generation === generation;
}

/**
 * Makes the wanted segments those of a loading set and deletes its other ones, in a transaction over `sets`,
 * `setSegments` and `counters`.
 * @returns the set's new generation
 */
export async function replaceSegments(
  db: MirrorDb,
  id: SetKey,
  wanted: readonly string[],
  rows: number,
): Promise<number | null> {
  const set = await db.sets.get(id);
  if (!set) return null;
  const keep = new Set(wanted);
  await db.setSegments.bulkDelete((await segmentsOf(db, id)).filter(segment => !keep.has(segment)));
  const generation = await takeRevision(db, set.generation);
  const { problem: _problem, ...loaded } = set;
  await db.sets.put({
    ...loaded,
    segments: [...wanted],
    rows,
    bytes: rows * rowBytes(DECLARED[id[1]]),
    progress: 1,
    generation,
  });
  return generation;
}

/**
 * Marks a set as loading. If it is stale, its changed rows are dropped, because changes during the feed's interruption
 * are missing. It then gets a new generation: another engine that is still loading it may have stored some of these
 * rows, and must not mark it ready. Otherwise they are kept: the response to the person's own write arrives before the
 * feed delivers it, which a long import may delay; if the segments are newer, versions decide (MR2).
 * @returns the set's generation, or undefined if the set no longer exists
 */
export const beginLoading = (db: MirrorDb, id: SetKey): Promise<number | undefined> =>
  db.transaction('rw', [db.sets, db.setChanges, db.counters], async () => {
    const set = await db.sets.get(id);
    if (!set) return undefined;
    const isStale = set.state === 'stale';
    if (isStale)
      await db.setChanges
        .where(BY_KEY)
        .between(...rowsOf(id))
        .delete();
    const generation = isStale ? await takeRevision(db, set.generation) : set.generation;
    // Segments loaded before the interruption still exist, so the loaded fraction is kept too.
    const progress = set.state === 'loading' ? set.progress : 0;
    await db.sets.put({ ...set, state: 'loading', progress, generation });
    return generation;
  });

/** Ids of a set's stored segments, without reading the segments themselves, which take up megabytes. */
export const segmentsOf = (db: MirrorDb, id: SetKey): Promise<string[]> =>
  db.setSegments.where('[entity+collection+owner]').equals(id).primaryKeys();

async function loadSegments(
  db: MirrorDb,
  call: Transport['call'],
  id: SetKey,
  generation: number | undefined,
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<Outcome | null> {
  const [entity, collection, owner] = id;
  let noted = performance.now();
  return fetchSegments({
    call,
    entity,
    wanted,
    here: await segmentsOf(db, id),
    parallel: PARALLEL,
    signal,
    store: (segment, columns, counted) => {
      const packed = packColumns(DECLARED[collection], columns);
      return db.transaction('rw', [db.sets, db.setSegments], async () => {
        const set = await db.sets.get(id);
        // The set was meanwhile released, by the person or because a permission was lost (MR4), and perhaps requested
        // again: data stored after that would never be removed.
        if (!set || set.generation !== generation) return false;
        await db.setSegments.put({ id: segment, entity, collection, owner, columns: packed });
        const progress = Math.floor(counted() * STEPS) / STEPS;
        if (progress !== set.progress && performance.now() - noted >= STEP_MILLIS) {
          noted = performance.now();
          await db.sets.put({ ...set, progress });
        }
        return true;
      });
    },
  });
}

/**
 * Applies the changes after the segments' cursor to an entity's sets, independently of the entity's own feed, and marks
 * the sets ready in one step.
 * @returns the outcome that stopped it, or null if the sets are ready or no longer needed
 */
export async function followUp(
  db: MirrorDb,
  call: Transport['call'],
  entity: Country,
  sets: readonly LoadingSet[],
  from: string,
  signal: AbortSignal,
): Promise<Outcome | null> {
  let since = from;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const answer = await call(getChanges, { entity, since, size: CHANGES }, { entity, signal });
    if (answer.kind !== 'ok') return answer;
    const { changes, cursor, more, reset } = answer.data;
    if (reset) break;
    const whole = await db.transaction('rw', [db.sets, db.setChanges, db.rows, db.counters], async () => {
      const ours = await sameGeneration(db, sets);
      if (ours.length === 0) return true;
      // Only changes to these sets: other sets have already passed them, and records added and then deleted would
      // reappear there after an interruption.
      const names = new Set(ours.map(({ collection, owner }) => `${collection} ${owner}`));
      const own = changes.filter(
        ({ collection, key }) =>
          isResourceCollection(collection) && names.has(`${collection} ${ownerOfRecord(collection, key)}`),
      );
      await keepCachedChanges(db, entity, own);
      if (more) return false;
      for (const set of ours) {
        if (set.state === 'loading') await db.sets.put({ ...set, state: 'ready' });
        await countChange(db, entity, set.collection);
      }
      return true;
    });
    if (whole) return null;
    since = cursor;
  }
  await db.transaction('rw', db.sets, async () => {
    for (const set of await sameGeneration(db, sets))
      if (set.state === 'loading') await db.sets.put({ ...set, state: 'waiting' });
  });
  return null;
}

/** The sets whose segments have not been replaced since. Requires a transaction. */
async function sameGeneration(db: MirrorDb, sets: readonly LoadingSet[]): Promise<CachedSet[]> {
  const stored = await db.sets.bulkGet(sets.map(({ id }) => id));
  return stored.flatMap((set, at) => (set && set.generation === sets[at]?.generation ? [set] : []));
}

/** Merges changed rows into the segments, so that the table of changes stays small. Does not use the network. */
export async function foldSet(db: MirrorDb, id: CachedSetId, name: string): Promise<void> {
  const key = keyOf(id);
  await db.transaction('rw', [db.sets, db.setSegments, db.setChanges, db.counters], async () => {
    const set = await db.sets.get(key);
    if (set?.state !== 'ready') return;
    const columns = await readCached(db, set);
    await db.setSegments.where('[entity+collection+owner]').equals(key).delete();
    await db.setChanges
      .where(BY_KEY)
      .between(...rowsOf(id))
      .delete();
    const parts = columns.slices(FOLD_ROWS);
    const segments = parts.map((part, i) => ({
      id: `${name}-${i}`,
      entity: key[0],
      collection: key[1],
      owner: key[2],
      columns: part,
    }));
    await db.setSegments.bulkPut(segments);
    await db.sets.put({
      ...set,
      segments: segments.map(segment => segment.id),
      rows: columns.length,
      bytes: columns.length * rowBytes(DECLARED[id[1]]),
      generation: await takeRevision(db, set.generation),
    });
  });
}

/** Returns a set's columns with all later changes applied; within a transaction over `setSegments` and `setChanges`. */
export async function readCached(db: MirrorDb, set: CachedSet): Promise<CachedColumns> {
  const { entity, collection, owner } = set;
  const segments = await db.setSegments.bulkGet(set.segments);
  if (segments.includes(undefined)) throw new Error('A segment of cached rows is missing.');
  const columns = CachedColumns.from(
    DECLARED[collection],
    segments.flatMap(segment => (segment ? [segment.columns] : [])),
  );
  columns.apply(await changesAfter(db, [entity, collection, owner], 0));
  return columns;
}

/**
 * A set, and its columns if it is completely cached, read in one transaction, because its segments may be replaced at
 * any time. Undefined if the set does not exist.
 */
export const readSet = (
  db: MirrorDb,
  id: CachedSetId,
): Promise<{ set: CachedSet; columns: CachedColumns | null } | undefined> =>
  db.transaction('r', [db.sets, db.setSegments, db.setChanges], async () => {
    const set = await db.sets.get(keyOf(id));
    return set && { set, columns: set.state === 'ready' ? await readCached(db, set) : null };
  });

/** Changes of a cached set that arrived after a given position, in order of arrival. */
export const changesAfter = (db: MirrorDb, id: CachedSetId, at: number) =>
  db.setChanges
    .where('[entity+collection+owner+at]')
    .between([...id, at], [...id, MOST], false, true)
    .sortBy('at');

/** Number of rows changed since a set's segments were cut. */
export const changedCount = (db: MirrorDb, id: CachedSetId): Promise<number> =>
  db.setChanges
    .where(BY_KEY)
    .between(...rowsOf(id))
    .count();
