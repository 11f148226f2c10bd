import type { Resource } from '../../../contract/resource.ts';
import { RESOURCES, type ResourceCollection } from '../../../contract/resources/all.ts';
import type { Country } from '../../../domain/country.ts';
import type { SyncClient } from '../client.ts';
import type { Pending } from '../../query/ownerRecords.ts';
import { isWaitingBulk, readBulkLines } from '../../imports/bulk.ts';
import { type WaitingBulk } from '../../query/afterBulks.ts';
import { isMoving } from '../../imports/db.ts';
import { importsOf } from './imports.ts';

/** Maximum number of imports to search for pending bulk changes. */
export const LATEST = 30;

const RESOURCES_BY_ID = new Map((RESOURCES as readonly Resource[]).map(resource => [resource.id, resource]));

/** The records of each change, by client and id, so that each file is read only once. */
const read = new WeakMap<SyncClient, Map<string, ReadonlyMap<string, number>>>();

/**
 * Returns an entity's bulk changes whose effect is not on this device yet, in order.
 * @param importId restricts them to one resource
 */
export async function waitingBulks(
  client: SyncClient,
  entity: Country,
  importId?: string,
): Promise<(WaitingBulk & { importId: string })[]> {
  const known = read.get(client) ?? new Map<string, ReadonlyMap<string, number>>();
  read.set(client, known);
  const found: (WaitingBulk & { importId: string })[] = [];
  for (const queued of (await importsOf(client).latest(LATEST)).toReversed()) {
    const { id, bulk, files, state, receipt } = queued;
    if (!bulk || !isWaitingBulk(queued, { entity, importId: importId ?? queued.importId })) continue;
    const blob = files[0]?.blob;
    let versions = known.get(id);
    if (!versions && blob) known.set(id, (versions = readBulkLines(await blob.text())));
    const review = state === 'applied' ? receipt?.review : null;
    // A review that lists only some of the records does not say which ones changed; lists learn that from the feed.
    if (!versions || receipt?.revertedBy || (review && review.rows.length < review.total)) continue;
    const returned = new Set(review?.rows.map(({ key }) => key));
    const taken = returned.size === 0 ? versions : new Map([...versions].filter(([key]) => !returned.has(key)));
    const sending = isMoving(queued) && state !== 'waiting';
    const follows = RESOURCES_BY_ID.get(queued.importId)?.follows;
    found.push({ id, importId: queued.importId, set: bulk.set, follows, sending, versions: taken });
  }
  return found;
}

/** A person's pending writes and bulk changes. */
export function withBulks(pending: Pending, bulks: readonly (WaitingBulk & { importId: string })[]): Pending {
  const all: Record<string, Pending[ResourceCollection]> = { ...pending };
  for (const { id, collection } of RESOURCES) {
    const own = bulks.filter(({ importId }) => importId === id);
    if (own.length > 0) all[collection] = { settledAt: 0, entries: [], ...all[collection], bulks: own };
  }
  return all as Pending;
}
