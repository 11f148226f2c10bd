import type { ListRow } from '../../contract/listData.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { readListAnswer } from '../mirror/pages.ts';
import type { ListSource, Row } from '../types.ts';

/** Rows that fit the same filters and are looked through. */
const MOST_ALIKE = 100;

/** A record as the server has it, for one whose list is not cached; null if it is missing or it cannot be reached. */
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
