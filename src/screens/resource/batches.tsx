import type { ComponentType } from 'react';
import type { CallDefinition } from '../../contract/call.ts';
import { batchCallOf, type ImportBatch } from '../../contract/imports/batches.ts';
import type { Resource } from '../../contract/resource.ts';
import { BATCH_STATUS, BATCH_STATUSES } from '../../domain/import/batch.ts';
import { nameInText } from '../../domain/format.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { defineListScreen, type ListDefinition } from '../../ui/list/definition.ts';
import type { Column, Tone } from '../../ui/table/columns.ts';
import { BatchResult } from './BatchResult.tsx';
import { BatchWatch } from './BatchWatch.tsx';
import { FileLink } from './FileLink.tsx';

const TONES: Readonly<Record<number, Tone>> = {
  [BATCH_STATUS.waiting]: 'brand',
  [BATCH_STATUS.inProgress]: 'brand',
  [BATCH_STATUS.successful]: 'success',
  [BATCH_STATUS.failed]: 'danger',
};

const RESULTS = BATCH_STATUSES.map(option => ({ ...option, tone: TONES[option.value] ?? 'neutral' }));

/** Columns for unnamed batches, whose effects are shown next to their outcome (CDT-10). */
const unnamedColumns = (Actions: ComponentType<{ batch: ImportBatch }>): Column<ImportBatch>[] => [
  { key: 'batch_id', label: 'Batch ID', kind: 'id', width: 84, pinned: true, always: true, value: row => row.batch_id },
  {
    key: 'file_name',
    label: 'File Name',
    kind: 'text',
    width: 240,
    value: row => row.file_name,
  },
  { key: 'import_time', label: 'Import Time', kind: 'tz', width: 152, value: row => row.import_time },
  {
    key: 'status',
    label: 'Result',
    kind: 'custom',
    width: 360,
    render: row => <BatchResult batch={row} />,
  },
  { key: 'email', label: 'Imported By', kind: 'text', width: 154, standby: true, value: row => row.email },
  { key: 'action', label: 'Action', kind: 'custom', width: 190, render: row => <Actions batch={row} /> },
];

/**
 * Import batches are ordered only by time: the list can be neither filtered nor sorted. Its pages are cached when they
 * are viewed.
 *
 * @param Actions the actions for an unnamed batch
 */
export function batchesOf(
  resource: Resource,
  id: string,
  Actions?: ComponentType<{ batch: ImportBatch }>,
): ListDefinition<ListSource<Row, ImportBatch>, ImportBatch> {
  const call = batchCallOf(resource);
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
    columns: Actions
      ? unnamedColumns(Actions)
      : [
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
            options: RESULTS,
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
      fields: Actions
        ? ['batch_id', 'import_time', 'status', 'action']
        : ['import_time', 'status', 'result', 'file_name', 'error_url'],
    },
    Watch: props => <BatchWatch {...props} importId={resource.id} />,
    operations: [],
    rowActions: [],
    dialogs: {},
    texts: {
      idle: '',
      empty: `No ${nameInText(resource.label.many)} have been imported in this country yet`,
      none: `No ${nameInText(resource.label.many)} have been imported in this country yet`,
    },
  });
}
