import type { ListRow } from '../../contract/listData.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { readListAnswer } from '../mirror/pages.ts';
import type { ListSource, Row } from '../types.ts';

/** Maximum number of rows to search among those matching the same filters. */
const MOST_ALIKE = 100;

/**
 * Reads a record from the server if its list is not cached; null if the record does not exist or the server is
 * unreachable.
 */
export async function recordFromServer(
  client: Pick<SyncClient, 'transport'>,
  entity: Country,
  source: ListSource<Row, Row>,
  filters: Row,
  recordKey: string,
): Promise<ListRow<Row> | null> {
  const outcome = await client.transport.call(source.call, { ...filters, page: 1, count: MOST_ALIKE }, { entity });
  const answer = outcome.kind === 'ok' ? readListAnswer(outcome.data) : null;
  const row = answer?.rows.find(found => source.rowKey(found) === recordKey);
  return row ? { key: recordKey, row, pending: null } : null;
}
