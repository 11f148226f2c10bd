import { DECLARED } from '../../contract/cached.ts';
import { getSets, WHOLE_ID } from '../../contract/feed.ts';
import { OF_ENTITY } from '../../contract/owner.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import type { MirrorDb } from './db.ts';
import {
  beginLoading,
  followUp,
  isLoading,
  packColumns,
  replaceSegments,
  segmentsOf,
  type LoadingSet,
  type SetKey,
} from './loadSet.ts';

export type SetsLoaded =
  /** The small sets are ready; the server returns nothing of the `missing` ones to this person. */
  { kind: 'done'; missing: readonly ResourceCollection[] } | { kind: 'failed'; outcome: Outcome };

/**
 * Loads the small ones among the given sets of an entity with two calls: one returns the rows of all of them and a
 * cursor, the other one the changes after it. Sets that are too large for this stay as they are, to be loaded one by
 * one (`loadSet`). After an interruption, the next call returns only the columns that the device does not have.
 */
export async function loadSets(
  db: MirrorDb,
  call: Transport['call'],
  entity: Country,
  collections: readonly ResourceCollection[],
  signal: AbortSignal,
): Promise<SetsLoaded> {
  const begun = new Map<string, LoadingSet>();
  const known: string[] = [];
  await db.transaction('rw', [db.sets, db.setSegments, db.setChanges, db.counters], async () => {
    for (const collection of collections) {
      const id: SetKey = [entity, collection, OF_ENTITY];
      const generation = await beginLoading(db, id);
      if (generation === undefined) continue;
      begun.set(collection, { id, generation });
      known.push(...(await segmentsOf(db, id)).filter(segment => WHOLE_ID.test(segment)));
    }
  });
  if (begun.size === 0) return { kind: 'done', missing: [] };
  const answer = await call(
    getSets,
    { entity, collections: [...begun.keys()].join(), known: known.join() },
    { entity, signal, timeoutMillis: 60_000 },
  );
  if (answer.kind !== 'ok') return { kind: 'failed', outcome: answer };
  const { cursor, sets, large } = answer.data;
  const arrived = sets.flatMap(({ collection, rows, id: segment, columns }) => {
    const set = begun.get(collection);
    if (!set) return [];
    const packed = columns && packColumns(DECLARED[set.id[1]], columns);
    return [{ ...set, rows, segments: segment === '' ? [] : [segment], packed }];
  });
  const swapped = await db.transaction('rw', [db.sets, db.setSegments, db.counters], async () => {
    const next: LoadingSet[] = [];
    for (const { id, generation, rows, segments, packed } of arrived) {
      // The set was meanwhile released, by the person or because a permission was lost (MR4), and perhaps requested
      // again: data stored after that would never be removed.
      if (!(await isLoading(db, id, generation))) continue;
      const here = new Set(await segmentsOf(db, id));
      // Removed since the request, e.g. because rows were merged; the set is loaded on its own.
      if (!packed && segments.some(segment => !here.has(segment))) continue;
      const replaced = await replaceSegments(db, id, segments, rows);
      if (replaced === null) continue;
      if (packed)
        for (const segment of segments)
          await db.setSegments.put({ id: segment, entity, collection: id[1], owner: OF_ENTITY, columns: packed });
      next.push({ id, generation: replaced });
    }
    return next;
  });
  const stopped = swapped.length > 0 ? await followUp(db, call, entity, swapped, cursor, signal) : null;
  if (stopped) return { kind: 'failed', outcome: stopped };
  const answered = new Set([...sets.map(({ collection }) => collection), ...large]);
  return { kind: 'done', missing: [...begun.values()].map(({ id }) => id[1]).filter(of => !answered.has(of)) };
}
