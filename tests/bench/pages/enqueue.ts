import { updateChannelLocation } from '../../../src/contract/channelLocation.ts';
import { DexieOutbox } from '../../../src/sync/outbox/dexieStore.ts';
import { enqueue } from '../../../src/sync/outbox/store.ts';
import type { NewWrite } from '../../../src/sync/types.ts';

/** An edit of a record that no other write changes. */
function editOf(at: number): NewWrite {
  const key = { channelId: 10021, locationId: 1_000_000 + at, type: 0 };
  const flags = { canDeliver: true, canCOD: true, canPickup: false, canCODPickup: false };
  const row = {
    ...key,
    ...flags,
    channelName: 'J&T Express',
    country: 'ID',
    state: 'Jawa Barat',
    city: 'Bandung',
    district: 'Coblong',
    street: 'Dago',
    version: 1,
    updatedBy: '',
    updatedAt: 0,
  };
  return {
    callId: updateChannelLocation.id,
    entity: 'ID',
    collection: 'channelLocations',
    recordKey: `${key.channelId}/${key.locationId}/0`,
    effect: 'update',
    input: { ...key, ...flags },
    changes: { canPickup: true },
    base: row,
    baseVersion: 1,
    optimistic: { ...row, canPickup: true },
    title: `Edit location ${key.locationId} in channel 10021`,
  };
}

const FLOOR = 'bench-floor';

/** A database with a single store and no index. */
const openFloor = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(FLOOR, 1);
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
    });
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
  });

const putStrict = (db: IDBDatabase, entry: object): Promise<void> =>
  new Promise((resolve, reject) => {
    const change = db.transaction('entries', 'readwrite', { durability: 'strict' });
    change.objectStore('entries').put(entry);
    change.addEventListener('complete', () => resolve());
    change.addEventListener('abort', () => reject(change.error ?? new Error('aborted')));
  });

/**
 * Queues edits of different records, each as soon as the previous one is durable, and measures the floor after each:
 * one strict put of the same entry into an IndexedDB store without indexes and, at the same time, one put into a cache,
 * without any reads or decisions.
 *
 * @returns duration of each in milliseconds
 */
export async function measureEnqueue(writes: number): Promise<{ ours: number[]; floor: number[] }> {
  const outbox = new DexieOutbox(Date.now(), 'strict');
  const db = await openFloor();
  const cache = await caches.open(FLOOR);
  const samples = { ours: [] as number[], floor: [] as number[] };
  for (let at = 0; at < writes; at += 1) {
    const write = editOf(at);
    const asked = performance.now();
    const { seq: _, ...entry } = await enqueue(outbox, write, { id: crypto.randomUUID(), at: Date.now() });
    samples.ours.push(performance.now() - asked);
    const path = `/${FLOOR}/${entry.id}`;
    const started = performance.now();
    await Promise.all([putStrict(db, entry), cache.put(path, new Response(JSON.stringify(entry)))]);
    samples.floor.push(performance.now() - started);
  }
  db.close();
  await outbox.db.delete();
  return samples;
}

Object.assign(window, { measureEnqueue });
