import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import type { ListSource, Row } from '../types.ts';
import { readListAnswer } from '../mirror/pages.ts';
import { matchingRows } from './matchingRows.ts';

/** Maximum number of rows to request from the server: enough for all ids in a filter. */
const ASKED = 5000;

type Client = Pick<SyncClient, 'outbox' | 'ops' | 'mirror' | 'resources' | 'transport'>;

/**
 * Returns the rows whose id is in a filter, from the cache or else from the server.
 * @returns null if unknown: offline and not cached, or too many rows
 */
export async function rowsOfIds<R extends Row>(
  client: Client,
  entity: Country,
  source: ListSource<Row, R>,
  filters: Row,
): Promise<readonly Row[] | null> {
  const cached = await matchingRows<Row, R>(client, entity, source, filters);
  if (cached) return cached.map(({ row }) => row);
  const outcome = await client.transport.call(source.call, { ...filters, page: 1, count: ASKED }, { entity });
  const answer = outcome.kind === 'ok' ? readListAnswer(outcome.data) : null;
  return answer && answer.rows.length >= answer.total ? answer.rows : null;
}
