import type { CallDefinition } from '../../contract/call.ts';
import type { ListSource, Row } from '../../sync/types.ts';

/** What lists of the server read: pages that were opened are kept with their age, also without the network. */
export const serverSource = <R extends Row>(id: string, call: unknown): ListSource<Row, R> => ({
  id,
  call: call as CallDefinition as ListSource<Row, R>['call'],
  collection: null,
  rowKey: row => String(row['id']),
  matches: () => false,
  ready: () => true,
});
