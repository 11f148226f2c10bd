import { collectionsOf } from '../../contract/call.ts';
import { SERVICE_LISTS } from '../../contract/serviceLists.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import type { DexieOutbox } from '../outbox/dexieStore.ts';
import type { Pending } from './ownerRecords.ts';

/** Collections on which serviceability results depend. */
export const ASKED: readonly ResourceCollection[] = [
  ...collectionsOf('channel'),
  ...collectionsOf('3pl'),
  ...Object.values(SERVICE_LISTS).flatMap(({ configuration }) => configuration ?? []),
];

/** Collections on which lead times depend. */
export const TIMED: readonly ResourceCollection[] = [
  'locationCdts',
  'channelCdts',
  'nonWorkingDays',
  'channelConfigs',
  'timeslots',
];

/**
 * The person's writes that are applied to the cache. Read before the mirror, which then includes anything that settles
 * later.
 */
export async function readPending(
  outbox: Pick<DexieOutbox, 'counter' | 'overlayOf'>,
  entity: Country,
  collections = ASKED,
): Promise<Pending> {
  const settledAt = await outbox.counter('settled');
  const all = await Promise.all(collections.map(collection => outbox.overlayOf(collection, entity, settledAt)));
  return Object.fromEntries(
    collections.flatMap((collection, at) => {
      const entries = all[at] ?? [];
      return entries.length === 0 ? [] : [[collection, { settledAt, entries }]];
    }),
  ) as Pending;
}
