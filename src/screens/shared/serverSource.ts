import type { CallDefinition } from '../../contract/call.ts';
import type { ListSource, Row } from '../../sync/types.ts';

/** The data source of lists that only the server has: opened pages are stored with their age and available offline. */
export const serverSource = <R extends Row>(id: string, call: unknown): ListSource<Row, R> => ({
  id,
  call: call as CallDefinition as ListSource<Row, R>['call'],
  collection: null,
  rowKey: row => String(row['id']),
  matches: () => false,
  ready: () => true,
});
