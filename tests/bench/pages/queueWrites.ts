import {
  updateChannelLocation,
  channelLocationKey,
  type ChannelLocationRow,
} from '../../../src/contract/channelLocation.ts';
import { DexieOutbox } from '../../../src/sync/outbox/dexieStore.ts';
import { enqueue } from '../../../src/sync/outbox/store.ts';

/** Opens the signed-in person's queue, found by the name of its database. */
async function openQueue(): Promise<DexieOutbox> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  const own = names.find(name => name.startsWith('ops-outbox-'));
  if (!own) throw new Error('nobody is signed in');
  return new DexieOutbox(Number(own.slice('ops-outbox-'.length)), 'relaxed');
}

/** Queues an edit of each row, as the console's own action does; returns the number of pending writes. */
async function write(rows: readonly ChannelLocationRow[]): Promise<number> {
  const outbox = await openQueue();
  for (const row of rows) {
    const { channelId, locationId, type, canDeliver, canCOD, canPickup, canCODPickup } = row;
    const changes = { canCODPickup: !canCODPickup };
    await enqueue(
      outbox,
      {
        callId: updateChannelLocation.id,
        entity: row.country,
        collection: 'channelLocations',
        recordKey: channelLocationKey(row),
        effect: 'update',
        input: { channelId, locationId, type, canDeliver, canCOD, canPickup, ...changes },
        changes,
        base: row,
        baseVersion: row.version,
        optimistic: { ...row, ...changes },
        title: `Edit location ${locationId} in channel ${channelId}`,
      },
      { id: crypto.randomUUID(), at: Date.now() },
    );
  }
  const { waiting } = await outbox.counts();
  outbox.close();
  return waiting;
}

/**
 * Waits until the first write has settled, and then until none is pending; returns times on the page's clock. Each poll
 * reads only one number, the order in which writes settled, and only the last polls count the queue: four counts every
 * 50 ms would keep the measured database busy.
 */
async function ended(): Promise<{ first: number; last: number; states: Record<string, number> }> {
  const outbox = await openQueue();
  const pause = () => new Promise(resolve => setTimeout(resolve, 50));
  const { waiting: all } = await outbox.counts();
  const before = await outbox.counter('settled');
  const endings = async () => (await outbox.counter('settled')) - before;
  while ((await endings()) === 0) await pause();
  const first = performance.now();
  while ((await endings()) < all || (await outbox.counts()).waiting > 0) await pause();
  const last = performance.now();
  const states: Record<string, number> = {};
  for (const { state } of await outbox.ended(all)) states[state] = (states[state] ?? 0) + 1;
  outbox.close();
  return { first, last, states };
}

Object.assign(window, { benchQueue: { write, ended } });
