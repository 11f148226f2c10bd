import { updateChannelLocation } from '../../../src/contract/channelLocation.ts';
import { DexieOutbox } from '../../../src/sync/outbox/dexieStore.ts';
import { enqueue } from '../../../src/sync/outbox/store.ts';
import type { NewWrite } from '../../../src/sync/types.ts';

/** Queues edits of different records one after the other, as fast as each becomes durable; milliseconds of each. */
export async function measureEnqueue(writes: number): Promise<number[]> {
  const outbox = new DexieOutbox(Date.now(), 'strict');
  const samples: number[] = [];
  for (let at = 0; at < writes; at += 1) {
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
    const write: NewWrite = {
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
    const started = performance.now();
    await enqueue(outbox, write, { id: crypto.randomUUID(), at: Date.now() });
    samples.push(performance.now() - started);
  }
  await outbox.db.delete();
  return samples;
}

Object.assign(window, { measureEnqueue });
