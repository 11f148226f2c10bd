import {
  ArrowImportRegular,
  ArrowSyncCheckmarkRegular,
  ArrowUploadRegular,
  CheckmarkCircleRegular,
  DeleteRegular,
  HistoryRegular,
  TextBulletListSquareRegular,
} from '@fluentui/react-icons';
import type { ComponentType } from 'react';
import { RATE_TASK_CALLS, type PriceListRow, type TaskRow } from '../../contract/rateImports/calls.ts';
import { kindName, PRICE_LIST, rateImportId } from '../../contract/rateImports/resources.ts';
import { FAMILY_FEATURE, type Family } from '../../contract/rateTable/versions.ts';
import { BATCH_STATUS, hasEnded } from '../../domain/import/batch.ts';
import { IMPORT_KINDS } from '../../domain/rates/importRows.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { defineListScreen, type ListDefinition, type ListDialogProps } from '../../ui/list/definition.ts';
import type { Column } from '../../ui/table/columns.ts';
import { BatchWatch } from '../resource/BatchWatch.tsx';
import { FileLink } from '../resource/FileLink.tsx';
import { serverSource } from '../shared/serverSource.ts';
import { priceListsPath, tasksPath } from './paths.ts';
import { sizeText } from '../../domain/sizeText.ts';
import { STATUS_CHOICES } from './statuses.ts';
import { TaskProgress } from './TaskProgress.tsx';

const TaskDetail = lazyPart(() => import('./TaskDetail.tsx').then(module => module.TaskDetail));
const StartTask = lazyPart(() => import('./StartTask.tsx').then(module => module.StartTask));
const UploadPriceList = lazyPart(() => import('./StartTask.tsx').then(module => module.UploadPriceList));
const DeleteTask = lazyPart(() => import('./dialogs.tsx').then(module => module.DeleteTask));
const DeletePriceList = lazyPart(() => import('./dialogs.tsx').then(module => module.DeletePriceList));
const CheckPriceList = lazyPart(() => import('./dialogs.tsx').then(module => module.CheckPriceList));
const CheckAll = lazyPart(() => import('./dialogs.tsx').then(module => module.CheckAll));
const ImportPriceList = lazyPart(() => import('./dialogs.tsx').then(module => module.ImportPriceList));
const DeleteByState = lazyPart(() => import('./dialogs.tsx').then(module => module.DeleteByState));

type Dialog<R> = ComponentType<ListDialogProps<R> & { family: Family }>;

/** A dialog for either price family. */
const of =
  <R,>(family: Family, Part: Dialog<R>): ComponentType<ListDialogProps<R>> =>
  props => <Part {...props} family={family} />;

const history = (family: Family, path: string) =>
  ({
    id: 'history',
    kind: 'page',
    label: 'Operation History',
    icon: <HistoryRegular />,
    permission: `${FAMILY_FEATURE[family]}.read`,
    href: () => `${path}/log?code=${FAMILY_FEATURE[family]}`,
  }) as const;

/** Columns shared by tasks and price lists: who, when, and which files. */
function stamps<R extends TaskRow | PriceListRow>(): Column<R>[] {
  return [
    { key: 'created_by', label: 'Started By', kind: 'text', width: 140, value: row => row.created_by },
    { key: 'created_at', label: 'Started At', kind: 'tz', width: 92, stacked: true, value: row => row.created_at },
    { key: 'finished_at', label: 'Ended At', kind: 'tz', width: 152, standby: true, value: row => row.finished_at },
    { key: 'file_size', label: 'Size', kind: 'text', width: 80, standby: true, value: row => sizeText(row.file_size) },
    {
      key: 'error_url',
      label: 'Error File',
      kind: 'custom',
      width: 84,
      render: row => <FileLink url={row.error_url} text="Download" />,
    },
  ];
}

export type Tasks = ListDefinition<ListSource<Row, TaskRow & Row>, TaskRow & Row>;
export type PriceLists = ListDefinition<ListSource<Row, PriceListRow & Row>, PriceListRow & Row>;

/** A family's tasks: imports of files into drafts, with their progress and effects (TASK-1, TASK-2, G94). */
export function tasksOf(family: Family): Tasks {
  const feature = FAMILY_FEATURE[family];
  const write = `${feature}.write`;
  const ids = IMPORT_KINDS.map(kind => rateImportId(family, kind));
  return defineListScreen<TaskRow & Row, ListSource<Row, TaskRow & Row>>({
    id: `${rateImportId(family, 'tasks' as never)}`,
    title: 'Import Tasks',
    feature,
    source: serverSource(rateImportId(family, 'tasks' as never), RATE_TASK_CALLS[family].tasks),
    filters: [
      {
        key: 'type',
        label: 'Kind',
        kind: 'select',
        options: IMPORT_KINDS.map(kind => ({ value: kind, label: kindName(kind) })),
      },
      { key: 'status', label: 'State', kind: 'select', options: STATUS_CHOICES },
    ],
    columns: [
      { key: 'id', label: 'Task ID', kind: 'id', width: 76, pinned: true, always: true, value: row => row.id },
      { key: 'type', label: 'Kind', kind: 'text', width: 150, least: 110, value: row => kindName(row.type) },
      {
        key: 'file_name',
        label: 'File',
        kind: 'custom',
        width: 180,
        least: 130,
        render: row => <FileLink url={row.file_url} text={row.file_name} />,
      },
      {
        key: 'status',
        label: 'State',
        kind: 'custom',
        width: 330,
        least: 220,
        render: row => <TaskProgress row={row} />,
      },
      ...stamps<TaskRow & Row>(),
    ],
    card: {
      title: row => `${row.id} ${kindName(row.type)}`,
      detail: row => row.created_by,
      fields: ['status', 'file_name', 'created_at', 'error_url'],
    },
    operations: [
      {
        id: 'start',
        kind: 'dialog',
        label: 'Import',
        icon: <ArrowUploadRegular />,
        permission: write,
        dialog: 'start',
        primary: true,
        shortcut: 'n',
      },
      history(family, tasksPath(family)),
    ],
    rowActions: [
      {
        id: 'detail',
        label: 'Details',
        dialog: 'detail',
        icon: <TextBulletListSquareRegular />,
        readOnly: true,
      },
      { id: 'delete', label: 'Delete', permission: write, dialog: 'delete' },
    ],
    dialogs: {
      start: of<TaskRow & Row>(family, StartTask as Dialog<TaskRow & Row>),
      detail: of<TaskRow & Row>(family, TaskDetail as Dialog<TaskRow & Row>),
      delete: of<TaskRow & Row>(family, DeleteTask as Dialog<TaskRow & Row>),
    },
    Watch: props => <BatchWatch {...props} importId={ids} />,
    texts: {
      idle: '',
      empty: 'No task matches these filters',
      none: 'Nothing has been imported into drafts of this country yet',
      noneHint: 'Each file names the channels and versions whose drafts it changes.',
    },
  });
}

/**
 * A family's price lists: stored files of fees that are validated and, on request, imported (PRICE-1 to PRICE-3, G73).
 */
export function priceListsOf(family: Family): PriceLists {
  const feature = FAMILY_FEATURE[family];
  const write = `${feature}.write`;
  return defineListScreen<PriceListRow & Row, ListSource<Row, PriceListRow & Row>>({
    id: rateImportId(family, 'priceLists' as never),
    title: 'Price Lists',
    feature,
    source: serverSource(rateImportId(family, 'priceLists' as never), RATE_TASK_CALLS[family].priceLists),
    filters: [
      { key: 'code', label: 'Code', kind: 'text', maxLength: 100 },
      { key: 'status', label: 'State', kind: 'select', options: STATUS_CHOICES },
    ],
    columns: [
      { key: 'id', label: 'ID', kind: 'id', width: 66, pinned: true, always: true, value: row => row.id },
      {
        key: 'code',
        label: 'Code',
        kind: 'custom',
        width: 200,
        least: 160,
        always: true,
        copied: (row: PriceListRow) => row.code,
        render: row => <FileLink url={row.file_url} text={row.code} />,
      },
      {
        key: 'status',
        label: 'State',
        kind: 'custom',
        width: 400,
        least: 228,
        render: row => <TaskProgress row={row} />,
      },
      {
        key: 'task_id',
        label: 'Task ID',
        kind: 'number',
        width: 76,
        value: row => (row.task_id === 0 ? null : row.task_id),
      },
      ...stamps<PriceListRow & Row>(),
    ],
    card: {
      title: row => row.code,
      detail: row => row.created_by,
      fields: ['status', 'task_id', 'created_at', 'error_url'],
    },
    operations: [
      {
        id: 'upload',
        kind: 'dialog',
        label: 'Upload',
        icon: <ArrowUploadRegular />,
        permission: write,
        dialog: 'upload',
        primary: true,
        shortcut: 'n',
      },
      {
        id: 'checkAll',
        kind: 'dialog',
        label: 'Check all',
        icon: <ArrowSyncCheckmarkRegular />,
        permission: write,
        dialog: 'checkAll',
      },
      {
        id: 'deleteByState',
        kind: 'dialog',
        label: 'Delete by state',
        icon: <DeleteRegular />,
        permission: write,
        dialog: 'deleteByState',
      },
      history(family, priceListsPath(family)),
    ],
    rowActions: [
      {
        id: 'import',
        label: 'Import',
        icon: <ArrowImportRegular />,
        permission: write,
        dialog: 'import',
        offered: (row: PriceListRow) => row.status === BATCH_STATUS.successful,
      },
      {
        id: 'check',
        label: 'Check',
        icon: <CheckmarkCircleRegular />,
        permission: write,
        dialog: 'check',
        offered: (row: PriceListRow) => hasEnded(row.status),
      },
      { id: 'delete', label: 'Delete', permission: write, dialog: 'delete' },
    ],
    dialogs: {
      upload: of<PriceListRow & Row>(family, UploadPriceList as Dialog<PriceListRow & Row>),
      checkAll: of<PriceListRow & Row>(family, CheckAll as Dialog<PriceListRow & Row>),
      deleteByState: of<PriceListRow & Row>(family, DeleteByState as Dialog<PriceListRow & Row>),
      import: of<PriceListRow & Row>(family, ImportPriceList as Dialog<PriceListRow & Row>),
      check: of<PriceListRow & Row>(family, CheckPriceList as Dialog<PriceListRow & Row>),
      delete: of<PriceListRow & Row>(family, DeletePriceList as Dialog<PriceListRow & Row>),
    },
    Watch: props => <BatchWatch {...props} importId={rateImportId(family, PRICE_LIST)} />,
    texts: {
      idle: '',
      empty: 'No price list matches these filters',
      none: 'No price list has been uploaded in this country yet',
      noneHint: 'An uploaded file of fees is checked before it can be imported.',
    },
  });
}
