import {
  ArrowDownloadRegular,
  ArrowSyncRegular,
  CheckmarkCircleRegular,
  DeleteRegular,
  HistoryRegular,
  DocumentArrowUpRegular,
  NoteRegular,
  TextBulletListSquareRegular,
} from '@fluentui/react-icons';
import type { CallOutput } from '../../contract/call.ts';
import { searchDownloads, searchOrders, searchSummary, type BillRow, type OrderRow } from '../../contract/recon.ts';
import { formatCount, MISSING } from '../../domain/format.ts';
import { sizeText } from '../../domain/sizeText.ts';
import { FEATURE } from '../../domain/permission.ts';
import { BILL_STATE_LABELS, BILL_STATES, notCompared } from '../../domain/recon/bill.ts';
import { kilograms } from '../../domain/rates/weightRanges.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { defineListScreen } from '../../ui/list/definition.ts';
import type { Column, Tone } from '../../ui/table/columns.ts';
import { FileLink } from '../resource/FileLink.tsx';
import { serverSource } from '../shared/serverSource.ts';
import { moneyText, REASON_OPTIONS, reasonText, STATUS_OPTIONS } from './parts.tsx';
import { BillWatch, DownloadWatch } from './watch.tsx';
import { BILLS_PATH, DOWNLOADS_PATH } from './paths.ts';
import { ORDERS_PATH } from '../shared/reconOrders.ts';

const SubmitBill = lazyPart(() => import('./SubmitBill.tsx').then(module => module.SubmitBill));
const BillDialog = lazyPart(() => import('./BillDialog.tsx').then(module => module.BillDialog));
const DeleteBill = lazyPart(() => import('./BillDialog.tsx').then(module => module.DeleteBill));
const RemarkBill = lazyPart(() => import('./BillDialog.tsx').then(module => module.RemarkBill));
const OrderDialog = lazyPart(() => import('./OrderDialog.tsx').then(module => module.OrderDialog));
const ChangeStatus = lazyPart(() => import('./ChangeStatus.tsx').then(module => module.ChangeStatus));
const ReadAgain = lazyPart(() => import('./CompareAgain.tsx').then(module => module.ReadAgain));
const OrdersDoing = lazyPart(
  () => import('./OrdersDoing.tsx').then(module => module.OrdersDoing),
  () => null,
);
const RequestAgain = lazyPart(
  () => import('./RequestAgain.tsx').then(module => module.RequestAgain),
  () => null,
);
const CompareAgain = lazyPart(() => import('./CompareAgain.tsx').then(module => module.CompareAgain));

const write = `${FEATURE.recon}.write`;

const history = (path: string) =>
  ({
    id: 'history',
    kind: 'page',
    label: 'Operation History',
    icon: <HistoryRegular />,
    permission: `${FEATURE.recon}.read`,
    href: () => `${path}/log?code=${FEATURE.recon}`,
  }) as const;

const BILL_TONES: Readonly<Record<(typeof BILL_STATES)[number], Tone>> = {
  queued: 'neutral',
  reading: 'brand',
  comparing: 'brand',
  ready: 'success',
  failed: 'danger',
};

type Amounts = Pick<OrderRow, 'currency'> & { [K in 'billed' | 'expected' | 'difference']: string | null };

/** The billed amount, the expected amount and the difference, in the row's currency. */
const amountColumns = (width: number, narrow: number): Column<Amounts>[] =>
  (
    [
      ['billed', 'Billed', width],
      ['expected', 'Expected', width],
      ['difference', 'Difference', narrow],
    ] as const
  ).map(([key, label, own]) => ({
    key,
    label,
    kind: 'number',
    width: own,
    value: row => moneyText(row[key], row.currency),
  }));

type Bill = BillRow & Row;
/** The difference comes first, because it is why people open a bill. */
const BILL_AMOUNTS = amountColumns(130, 120);

/** Suppliers' bills with their totals (REC-3, REC-4, REC-11). */
export const billList = defineListScreen<Bill, ListSource<Row, Bill>>({
  id: 'recon.bills',
  title: 'Bills',
  feature: FEATURE.recon,
  source: serverSource<Bill>('recon.bills', searchSummary),
  filters: [
    { key: 'supplier_id', label: 'Supplier ID', kind: 'number' },
    { key: 'bill_no', label: 'Bill number', kind: 'text', maxLength: 64 },
    { key: 'from', label: 'From month (YYYY-MM)', kind: 'text', maxLength: 7 },
    { key: 'until', label: 'Until month (YYYY-MM)', kind: 'text', maxLength: 7 },
    { key: 'awaiting', label: 'Approval', kind: 'select', options: [{ value: 1, label: 'Awaits approval' }] },
  ],
  columns: [
    { key: 'bill_no', label: 'Bill', kind: 'id', width: 120, pinned: true, always: true, value: row => row.bill_no },
    { key: 'supplier_name', label: 'Supplier', kind: 'text', width: 180, value: row => row.supplier_name },
    {
      key: 'state',
      label: 'State',
      kind: 'status',
      width: 100,
      // A response that an older build has cached does not say whether the bill is outdated.
      value: row => (row.outdated === true ? 'outdated' : row.state),
      options: [
        ...BILL_STATES.map(value => ({ value, label: BILL_STATE_LABELS[value], tone: BILL_TONES[value] })),
        { value: 'outdated', label: 'Outdated', tone: 'warning' },
      ],
    },
    ...BILL_AMOUNTS.filter(({ key }) => key === 'difference'),
    { key: 'currency', label: 'Currency', kind: 'text', width: 80, value: row => row.currency },
    { key: 'parcels', label: 'Parcels', kind: 'number', width: 84, value: row => formatCount(row.parcels) },
    { key: 'matched', label: 'Matched', kind: 'number', width: 84, value: row => formatCount(row.matched) },
    { key: 'discrepant', label: 'Discrepant', kind: 'number', width: 92, value: row => formatCount(row.discrepant) },
    { key: 'failed', label: 'Failed', kind: 'number', width: 72, value: row => formatCount(row.failed) },
    ...BILL_AMOUNTS.filter(({ key }) => key !== 'difference'),
    // Without it, billed less expected would not be the difference.
    {
      key: 'not_compared',
      label: 'Not Compared',
      kind: 'number',
      width: 120,
      value: row => moneyText(notCompared(row), row.currency),
    },
    { key: 'bill_day', label: 'Bill Day', kind: 'day', width: 100, value: row => row.bill_day },
    { key: 'deadline', label: 'Dispute Until', kind: 'day', width: 110, value: row => row.deadline },
    { key: 'remark', label: 'Remark', kind: 'text', width: 160, value: row => row.remark },
    { key: 'submitted_by', label: 'Submitted By', kind: 'text', width: 180, value: row => row.submitted_by },
    {
      key: 'submitted_at',
      label: 'Submitted At',
      kind: 'tz',
      width: 152,
      standby: true,
      value: row => row.submitted_at,
    },
  ],
  card: {
    title: row => row.bill_no,
    detail: row => row.supplier_name,
    fields: ['state', 'parcels', 'discrepant', 'failed', 'difference', 'currency', 'deadline'],
  },
  operations: [
    {
      id: 'submit',
      kind: 'dialog',
      label: 'Submit Bill',
      icon: <DocumentArrowUpRegular />,
      permission: write,
      dialog: 'submit',
      primary: true,
      shortcut: 'n',
    },
    history(BILLS_PATH),
  ],
  rowActions: [
    { id: 'open', label: 'Details', dialog: 'open', icon: <TextBulletListSquareRegular />, readOnly: true },
    {
      id: 'again',
      label: 'Read Again',
      dialog: 'again',
      icon: <ArrowSyncRegular />,
      permission: write,
      offered: (row: BillRow) => row.state === 'ready' || row.state === 'failed',
    },
    { id: 'remark', label: 'Remark', dialog: 'remark', icon: <NoteRegular />, permission: write },
    { id: 'delete', label: 'Delete', dialog: 'delete', icon: <DeleteRegular />, permission: write },
  ],
  dialogs: { submit: SubmitBill, open: BillDialog, again: ReadAgain, remark: RemarkBill, delete: DeleteBill },
  Watch: BillWatch,
  texts: {
    idle: '',
    empty: 'No bill matches these filters',
    none: 'No bill has been submitted in this country yet',
    noneHint: 'A supplier’s file is read and compared with the quotes of its parcels.',
  },
});

type Order = OrderRow & Row;

/** Billed parcels, which the documents call orders (REC-6). */
export const orderList = defineListScreen<Order, ListSource<Row, Order>>({
  id: 'recon.orders',
  title: 'Orders',
  feature: FEATURE.recon,
  source: serverSource<Order>('recon.orders', searchOrders),
  filters: [
    { key: 'tracking', label: 'Tracking or reference', kind: 'text', maxLength: 100 },
    { key: 'bill_id', label: 'Bill ID', kind: 'number' },
    { key: 'status', label: 'Status', kind: 'select', options: STATUS_OPTIONS },
    { key: 'reason', label: 'Reason', kind: 'select', options: REASON_OPTIONS },
    { key: 'supplier_id', label: 'Supplier ID', kind: 'number' },
    { key: 'channel_id', label: 'Channel ID', kind: 'number' },
    { key: 'shipped_from', label: 'Shipped from', kind: 'day' },
    { key: 'shipped_until', label: 'Shipped until', kind: 'day' },
  ],
  columns: [
    {
      key: 'tracking',
      label: 'Tracking Number',
      kind: 'id',
      width: 160,
      pinned: true,
      always: true,
      value: row => row.tracking,
    },
    { key: 'bill_no', label: 'Bill', kind: 'text', width: 110, value: row => row.bill_no },
    { key: 'status', label: 'Status', kind: 'status', width: 100, value: row => row.status, options: STATUS_OPTIONS },
    { key: 'reason', label: 'Reason', kind: 'text', width: 120, value: row => reasonText(row.reason) },
    ...amountColumns(110, 110),
    { key: 'currency', label: 'Currency', kind: 'text', width: 80, value: row => row.currency },
    {
      key: 'shipped',
      label: 'Shipped',
      kind: 'day',
      width: 100,
      value: row => (row.shipped === '' ? null : row.shipped),
    },
    { key: 'zone', label: 'Zone', kind: 'text', width: 80, value: row => row.zone || null },
    {
      key: 'weight',
      label: 'Weight (kg)',
      kind: 'number',
      width: 90,
      value: row => (row.weight === null ? null : kilograms(row.weight)),
    },
    {
      key: 'reference',
      label: 'Reference',
      kind: 'text',
      width: 130,
      standby: true,
      value: row => row.reference || null,
    },
    { key: 'service', label: 'Service', kind: 'text', width: 100, standby: true, value: row => row.service || null },
    { key: 'channel_id', label: 'Channel ID', kind: 'id', width: 90, value: row => row.channel_id || null },
    { key: 'remark', label: 'Remark', kind: 'text', width: 160, value: row => row.remark || null },
    {
      key: 'changed_by',
      label: 'Changed By',
      kind: 'text',
      width: 180,
      standby: true,
      value: row => row.changed_by || null,
    },
  ],
  card: {
    title: row => row.tracking || row.reference,
    detail: row => row.bill_no,
    fields: ['status', 'reason', 'billed', 'expected', 'difference', 'currency'],
  },
  operations: [
    {
      id: 'change',
      kind: 'dialog',
      label: 'Change Status',
      icon: <CheckmarkCircleRegular />,
      permission: write,
      dialog: 'change',
      primary: true,
    },
    {
      id: 'again',
      kind: 'dialog',
      label: 'Compare Again',
      icon: <ArrowSyncRegular />,
      permission: write,
      dialog: 'again',
    },
    history(ORDERS_PATH),
  ],
  rowActions: [{ id: 'open', label: 'Details', dialog: 'open', icon: <TextBulletListSquareRegular />, readOnly: true }],
  dialogs: { change: ChangeStatus, again: CompareAgain, open: OrderDialog },
  Doing: OrdersDoing,
  texts: {
    idle: '',
    empty: 'No order matches these filters',
    none: 'No parcel has been billed in this country yet: submit a bill on the page Bills',
  },
});

type Download = CallOutput<typeof searchDownloads>['list'][number] & Row;

/** Files requested in the background (REC-8). */
export const downloadList = defineListScreen<Download, ListSource<Row, Download>>({
  id: 'recon.downloads',
  title: 'Download Center',
  feature: FEATURE.recon,
  source: serverSource<Download>('recon.downloads', searchDownloads),
  filters: [],
  columns: [
    // The title contains the number of the bill, which is never shortened.
    { key: 'title', label: 'Download', kind: 'id', width: 200, pinned: true, always: true, value: row => row.title },
    {
      key: 'state',
      label: 'State',
      kind: 'status',
      width: 110,
      value: row => row.state,
      options: [
        { value: 'queued', label: 'Being created', tone: 'brand' },
        { value: 'ready', label: 'Ready', tone: 'success' },
        { value: 'expired', label: 'Expired', tone: 'neutral' },
        { value: 'failed', label: 'Failed', tone: 'danger' },
      ],
    },
    // Rows are counted while the file is created; without a file there is no count.
    {
      key: 'rows',
      label: 'Rows',
      kind: 'number',
      width: 80,
      value: row => (row.state === 'ready' || row.state === 'expired' ? formatCount(row.rows) : null),
    },
    {
      key: 'size',
      label: 'Size',
      kind: 'text',
      width: 80,
      value: row => (row.state === 'ready' ? sizeText(row.size) : null),
    },
    {
      key: 'requested_by',
      label: 'Requested By',
      kind: 'text',
      width: 180,
      standby: true,
      value: row => row.requested_by,
    },
    {
      key: 'requested_at',
      label: 'Requested At',
      kind: 'tz',
      width: 152,
      standby: true,
      value: row => row.requested_at,
    },
    { key: 'expires_at', label: 'Expires At', kind: 'tz', width: 152, value: row => row.expires_at },
    {
      key: 'url',
      label: 'File',
      kind: 'custom',
      width: 96,
      render: row => (row.url === null ? MISSING : <FileLink url={row.url} text="Download" />),
    },
    { key: 'message', label: 'Problem', kind: 'text', width: 260, value: row => row.message || null },
  ],
  card: {
    title: row => row.title,
    detail: row => row.requested_by,
    fields: ['state', 'rows', 'size', 'expires_at', 'url', 'message'],
  },
  operations: [
    {
      id: 'bills',
      kind: 'page',
      label: 'Bills',
      icon: <ArrowDownloadRegular />,
      permission: `${FEATURE.recon}.read`,
      href: () => BILLS_PATH,
    },
    history(DOWNLOADS_PATH),
  ],
  rowActions: [
    {
      id: 'again',
      label: 'Request Again',
      dialog: 'again',
      readOnly: true,
      offered: ({ state }: Download) => state === 'failed' || state === 'expired',
    },
  ],
  dialogs: { again: RequestAgain },
  Watch: DownloadWatch,
  texts: {
    idle: '',
    empty: 'No download matches these filters',
    none: 'Nothing has been requested yet: request files in the details of a bill or a dispute',
  },
});
