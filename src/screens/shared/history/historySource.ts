import { recordHistory, type RecordChange } from '../../../contract/history.ts';
import type { ListSource } from '../../../sync/types.ts';

export type HistoryFilters = { collection: string; key: string };

/** A record's writes, newest first; loaded pages are kept on this device. */
export const historySource: ListSource<HistoryFilters, RecordChange> = {
  id: 'history',
  call: recordHistory as unknown as ListSource<HistoryFilters, RecordChange>['call'],
  collection: null,
  rowKey: ({ version, import: imported }) => `${String(version)} ${imported?.id ?? ''}`,
  matches: () => false,
  ready: ({ key }) => key !== '',
};
