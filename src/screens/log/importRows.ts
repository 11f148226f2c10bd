import type { CallOutput } from '../../contract/call.ts';
import { listImportRows } from '../../contract/imports/calls.ts';
import { SUPPORT_KEYS } from '../../domain/serviceable.ts';
import type { ListSource } from '../../sync/types.ts';
import { RECORD_LABELS } from '../shared/recordFields.ts';
import { valueText } from './fieldChanges.ts';

export type ImportRow = CallOutput<typeof listImportRows>['list'][number];

/** Rows that an import changed, a page at a time. */
export const importRowsSource: ListSource<{ id: string }, ImportRow> = {
  id: 'imports.rows',
  call: listImportRows as unknown as ListSource<{ id: string }, ImportRow>['call'],
  collection: null,
  rowKey: row => row.key,
  matches: () => false,
  ready: () => true,
};

export interface RowChange {
  channelId: string;
  locationId: number;
  type: number;
  change: 'Added' | 'Changed' | 'Removed';
  /** "Support Deliver: No to Yes", those that changed. */
  fields: readonly { field: string; before: string; after: string }[];
}

/** What became of one record. */
export function rowChange({ key, before, after }: ImportRow): RowChange {
  const [channelId = '', location = '', type = ''] = key.split('/');
  const fields = SUPPORT_KEYS.filter(field => before?.[field] !== after?.[field]).map(field => ({
    field: RECORD_LABELS[field] ?? field,
    before: valueText(before?.[field]),
    after: valueText(after?.[field]),
  }));
  return {
    channelId,
    locationId: Number(location),
    type: Number(type),
    change: before === null ? 'Added' : after === null ? 'Removed' : 'Changed',
    fields,
  };
}
