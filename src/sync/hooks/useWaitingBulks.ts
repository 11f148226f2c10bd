import { useEffect, useState } from 'react';
import { liveQuery } from 'dexie';
import type { SyncClient } from '../client.ts';
import { afterBulks, isWaitingBulk, readBulkLines, type WaitingBulk } from '../imports/bulk.ts';
import { isMoving } from '../imports/db.ts';
import { importsOf } from '../imports/imports.ts';
import { useSync } from './useSync.ts';

export { afterBulks, type WaitingBulk };

/** Changes looked through for those that wait. */
const LATEST = 30;

/** By client and id: the records of a change, which its file is read for once. */
const read = new WeakMap<SyncClient, Map<string, ReadonlyMap<string, number>>>();

async function waitingBulks(client: SyncClient, of: Parameters<typeof isWaitingBulk>[1]): Promise<WaitingBulk[]> {
  const known = read.get(client) ?? new Map<string, ReadonlyMap<string, number>>();
  read.set(client, known);
  const found: WaitingBulk[] = [];
  for (const queued of (await importsOf(client).latest(LATEST)).toReversed()) {
    const { id, bulk, files, state, receipt } = queued;
    if (!bulk || !isWaitingBulk(queued, of)) continue;
    const blob = files[0]?.blob;
    let versions = known.get(id);
    if (!versions && blob) known.set(id, (versions = readBulkLines(await blob.text())));
    const review = state === 'applied' ? receipt?.review : null;
    // Of a review that names a part alone nobody can say which records are changed: the lists learn it from the feed.
    if (!versions || receipt?.revertedBy || (review && review.rows.length < review.total)) continue;
    const returned = new Set(review?.rows.map(({ key }) => key));
    const taken = returned.size === 0 ? versions : new Map([...versions].filter(([key]) => !returned.has(key)));
    found.push({ id, set: bulk.set, sending: isMoving(queued) && state !== 'waiting', versions: taken });
  }
  return found;
}

const NONE: readonly WaitingBulk[] = [];

/** Changes of many records of a resource whose effect the lists of this device do not have yet, in their order. */
export function useWaitingBulks(importId: string): readonly WaitingBulk[] {
  const { client, entity } = useSync();
  const [bulks, setBulks] = useState(NONE);
  useEffect(() => {
    const watching = liveQuery(() => importsOf(client).latest(LATEST)).subscribe({
      next: () =>
        void waitingBulks(client, { importId, entity }).then(
          found => setBulks(before => (before.length === 0 && found.length === 0 ? before : found)),
          () => undefined,
        ),
      error: () => undefined,
    });
    return () => watching.unsubscribe();
  }, [client, importId, entity]);
  return bulks;
}
