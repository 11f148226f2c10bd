import type { ListRow } from '../../contract/listData.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { overlay } from '../query/overlay.ts';
import { cachedQuestion } from '../query/cachedQuestion.ts';
import type { ListSource, Row } from '../types.ts';

/** Maximum number of rows per response, so that `ops` can handle other calls in between. */
const PAGE = 5000;
/** Maximum number of restarts when rows change between two responses. */
const TRIES = 5;

type Client = Pick<SyncClient, 'outbox' | 'ops' | 'mirror' | 'resources'>;

/**
 * Returns all cached rows that match the filters, with the person's pending writes applied (MR1); never uses the
 * network.
 * @returns null if the list is not completely cached
 */
export async function matchingRows<F extends Row, R extends Row>(
  client: Client,
  entity: Country,
  source: ListSource<F, R>,
  filters: F,
  sort = '',
): Promise<ListRow<R>[] | null> {
  if (!source.collection || !(await client.mirror)) return null;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const settledAt = await client.outbox.counter('settled');
    const entries = await client.outbox.overlayOf(source.collection, entity, settledAt);
    const found: ListRow<R>[] = [];
    let rev: number | null = null;
    for (let page = 1; ; page++) {
      const question = cachedQuestion(source.call, filters, sort, page, PAGE, client.resources);
      const answer = question && (await client.ops.list(entity, question));
      if (!answer?.ready || !answer.value) return null;
      const { rows, total, rev: now } = answer.value;
      if (rev !== null && rev !== now) break;
      rev = now;
      // Requested without the extra rows on the first page, because records with a pending creation cannot be changed.
      found.push(...overlay<F, R>({ rows, total, page: 2, settledAt }, entries, source, filters).rows);
      if (rows.length === 0 || page * PAGE >= total) return found;
    }
  }
  throw new Error('These records are changing too fast right now. Try again in a moment.');
}
