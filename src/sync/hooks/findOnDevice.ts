import type { Country } from '../../domain/country.ts';
import { OF_ENTITY } from '../../contract/owner.ts';
import type { SyncClient } from '../client/client.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { pageKey } from '../mirror/pages.ts';
import { overlay } from '../query/overlay.ts';
import { cachedQuestion } from '../query/cachedQuestion.ts';
import type { ListSource, Row } from '../types.ts';
import type { ListRow, RowMark } from '../../contract/listData.ts';
import { withTimeout } from '../base/withTimeout.ts';

/**
 * Time in milliseconds to wait for the engine, which normally answers within a few; after that, the server is asked
 * instead.
 */
const ANSWER_MOST = 2000;

export type FindingClient = Pick<SyncClient, 'mirror' | 'outbox' | 'ops' | 'env' | 'resources'>;

/** Maximum number of rows to search among those matching the same filters. */
const MOST_ALIKE = 500;

/**
 * Returns a record as known to this device: from its channel's cached rows or a cached page, with the person's own
 * writes applied. Null if the record is unknown here, is being deleted by the person, or was refused by the server; the
 * server then decides, because it may have the record.
 * @param key filters that match this record and few others
 * @param recordKey the record's key as in writes
 */
export async function findOnDevice<F extends Row, R extends Row>(
  client: FindingClient,
  entity: Country,
  source: ListSource<F, R>,
  key: F,
  recordKey: string,
): Promise<ListRow<R> | null> {
  return (await lookOnDevice(client, entity, source, key, recordKey)).found;
}

/** Same as above, but also returns whether this device has the whole list that would contain the record. */
async function lookOnDevice<F extends Row, R extends Row>(
  client: FindingClient,
  entity: Country,
  source: ListSource<F, R>,
  key: F,
  recordKey: string,
): Promise<{ found: ListRow<R> | null; isWhole: boolean }> {
  const db = await client.mirror;
  const { collection, call } = source;
  if (!db || !collection) return { found: null, isWhole: false };
  const settledAt = await client.outbox.counter('settled');
  const entries = await client.outbox.overlayOf(collection, entity, settledAt);
  const question = cachedQuestion(call, key, '', 1, MOST_ALIKE, client.resources);
  const asked = question && client.ops.list(entity, question).catch(() => null);
  const answer = asked && (await withTimeout(asked, ANSWER_MOST, client.env.clock));
  const rows = answer?.value?.rows ?? (await cachedRow(db, pageKey(entity, collection, recordKey)));
  const same = rows.filter(row => source.rowKey(row as R) === recordKey);
  const page = { rows: same, total: same.length, page: 1, settledAt };
  const own = entries.filter(entry => entry.recordKey === recordKey);
  const found = overlay<F, R>(page, own, source, key).rows[0];
  return { found: found && !isGone(found.pending) ? found : null, isWhole: Boolean(answer?.value) };
}

/**
 * Whether this device has the whole list that would contain a record but not the record itself, with the person's own
 * writes applied. False if the list is not cached, because the record may exist on the server.
 */
export async function isMissingOnDevice<F extends Row, R extends Row>(
  client: FindingClient,
  entity: Country,
  source: ListSource<F, R>,
  key: F,
  recordKey: string,
): Promise<boolean> {
  const { found, isWhole } = await lookOnDevice(client, entity, source, key, recordKey);
  return isWhole && found === null;
}

/** Whether this device has the whole location tree, but no place with this id in it. */
export async function isPlaceMissingOnDevice(
  { ops, env }: FindingClient,
  entity: Country,
  locationId: number,
): Promise<boolean> {
  const where = [{ column: 'locationId', is: 'equal' as const, value: locationId }];
  const question = {
    collection: 'locations' as const,
    owner: OF_ENTITY as typeof OF_ENTITY,
    where,
    sort: null,
    page: 1,
    count: 1,
  };
  const answer = await withTimeout(
    ops.list(entity, question).catch(() => null),
    ANSWER_MOST,
    env.clock,
  );
  return answer?.value?.total === 0;
}

async function cachedRow(db: MirrorDb, name: string): Promise<Row[]> {
  const page = await db.pages.where('keys').equals(name).first();
  const row = page?.rows[page.keys.indexOf(name)];
  return row ? [row] : [];
}

const isGone = (pending: RowMark | null): boolean =>
  pending?.effect === 'delete' ||
  (pending?.effect === 'create' && (pending.state === 'refused' || pending.state === 'conflict'));
