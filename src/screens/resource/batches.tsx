import type { CallDefinition } from '../../contract/call.ts';
import { BATCH_CALLS, type ImportBatch } from '../../contract/imports/batches.ts';
import type { Resource } from '../../contract/resource.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { BATCH_STATUS, BATCH_STATUSES } from '../../domain/import/batch.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { defineListScreen, type ListDefinition } from '../../ui/list/definition.ts';
import type { Tone } from '../../ui/table/columns.ts';
import { FileLink } from './FileLink.tsx';

const TONES: Readonly<Record<number, Tone>> = {
  [BATCH_STATUS.waiting]: 'brand',
  [BATCH_STATUS.inProgress]: 'brand',
  [BATCH_STATUS.successful]: 'success',
  [BATCH_STATUS.failed]: 'danger',
};

/** Import batches go by time alone: the list is neither filtered nor sorted. Its pages are cached as they are looked at. */
export function batchesOf(resource: Resource, id: string): ListDefinition<ListSource<Row, ImportBatch>, ImportBatch> {
  const call = BATCH_CALLS[resource.collection as ResourceCollection];
  if (!call) throw new Error(`${resource.id} is not imported in batches`);
  return defineListScreen<ImportBatch, ListSource<Row, ImportBatch>>({
    id,
    title: 'Import History',
    feature: resource.feature,
    source: {
      id,
      call: call as unknown as CallDefinition,
      collection: null,
      rowKey: row => String(row.batch_id),
      matches: () => false,
      ready: () => true,
    },
    filters: [],
    columns: [
      {
        key: 'batch_id',
        label: 'Batch ID',
        kind: 'id',
        width: 72,
        pinned: true,
        always: true,
        value: row => row.batch_id,
      },
      { key: 'batch_name', label: 'Batch Name', kind: 'text', width: 110, value: row => row.batch_name },
      {
        key: 'file_name',
        label: 'File Name',
        kind: 'custom',
        width: 130,
        render: row => <FileLink url={row.file_url} text={row.file_name} />,
      },
      { key: 'email', label: 'Imported By', kind: 'text', width: 154, value: row => row.email },
      { key: 'import_time', label: 'Import Time', kind: 'tz', width: 152, value: row => row.import_time },
      {
        key: 'status',
        label: 'Status',
        kind: 'status',
        width: 98,
        value: row => row.status,
        options: BATCH_STATUSES.map(option => ({ ...option, tone: TONES[option.value] ?? 'neutral' })),
      },
      { key: 'result', label: 'Result', kind: 'longText', width: 170, value: row => row.result },
      {
        key: 'error_url',
        label: 'Error File',
        kind: 'custom',
        width: 80,
        render: row => <FileLink url={row.error_url} text="Download" />,
      },
    ],
    card: {
      title: row => row.batch_name,
      detail: row => row.email,
      fields: ['import_time', 'status', 'result', 'file_name', 'error_url'],
    },
    goesOn: ({ status }) => status === BATCH_STATUS.waiting || status === BATCH_STATUS.inProgress,
    operations: [],
    rowActions: [],
    dialogs: {},
    texts: {
      idle: '',
      empty: `No ${resource.label.many.toLowerCase()} were imported in this country yet`,
      none: `No ${resource.label.many.toLowerCase()} were imported in this country yet`,
    },
  });
}
