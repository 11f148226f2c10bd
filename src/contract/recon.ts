import * as z from 'zod/mini';
import { readDay } from '../domain/calendarDay.ts';
import { FEATURE } from '../domain/permission.ts';
import { ID_LIST_MOST, BILL_FILES_MOST, BILL_STATES } from '../domain/recon/bill.ts';
import { REASONS } from '../domain/recon/reason.ts';
import { SUPPLIER_ID_MOST } from '../domain/recon/rules.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { DAY_PROBLEM, filterText, INT4_MOST, lineText, paging, recordId } from './common.ts';

/**
 * Reconciliation calls from the documents (shell spec 7; REC-1 to REC-13). The documents define the paths and a few
 * fields; the other fields are our decisions (G96). Every amount is an integer in units of 1/100000 of the bill's
 * currency, as a string ("1836000000" is 18,360), because sums can exceed what a JSON number represents exactly. Lists
 * accept either page_no and page_size, or page and count (G19).
 */

export const read = { permission: FEATURE.recon, offline: 'network' } as const;
export const write = { permission: `${FEATURE.recon}.write`, offline: 'network' } as const;

export const rowId = z.int().check(z.positive(), z.maximum(INT4_MOST));
/** The id of a parcel, which the documents call an order. */
export const parcelId = recordId;
export const supplierId = z.int().check(z.minimum(1), z.maximum(SUPPLIER_ID_MOST));
const idList = z.array(parcelId).check(z.minLength(1), z.maxLength(ID_LIST_MOST));
/** An amount as a string, in units of 1/100000 of the currency. */
export const amount = z.string();
export const remarkText = lineText(500);
export const statusNo = z.int().check(z.minimum(1), z.maximum(8));
export const monthText = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, such as 2026-01'));
export const dayText = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, DAY_PROBLEM),
  z.refine(text => readDay(text) === text, DAY_PROBLEM),
);
export const reason = z.enum(['', ...Object.keys(REASONS)] as [string, ...string[]]);
const pageNo = z.int().check(z.minimum(1), z.maximum(1_000_000));
const pageSize = z.int().check(z.minimum(1), z.maximum(1000));
export const reconPaging = { ...paging, page_no: z.optional(pageNo), page_size: z.optional(pageSize) };
/** One page of a list, with paging fields under both sets of names. */
export const reconList = <T extends z.ZodMiniType>(row: T) =>
  z.object({
    list: z.array(row),
    page_no: z.int(),
    page_size: z.int(),
    page: z.int(),
    count: z.int(),
    total: z.int(),
  });

const named = z.object({ id: z.int(), name: z.string() });
const CONFIG = '/recon/channel-config';

export const reconChannelName = defineCall({
  ...read,
  id: 'recon.channelName',
  method: 'GET',
  path: `${CONFIG}/channel_name`,
  input: z.object({ channel_id: recordId }),
  output: z.object({ channel_id: z.int(), channel_name: z.string() }),
  summary: 'Returns the name of a channel, for the form of a recon channel (REC-1)',
});

export const reconFreeChannels = defineCall({
  ...read,
  id: 'recon.freeChannels',
  method: 'GET',
  path: `${CONFIG}/logistics/channel`,
  input: z.object({ ...reconPaging }),
  output: reconList(z.object({ channel_id: z.int(), channel_name: z.string(), configured: z.boolean() })),
  summary: 'Lists logistics channels of the country, and which of them are recon channels (REC-1)',
});

export const reconLogisticsStatus = defineCall({
  ...read,
  id: 'recon.logisticsStatuses',
  method: 'GET',
  path: `${CONFIG}/logistics-status`,
  input: z.object({}),
  output: z.object({ list: z.array(named) }),
  summary: 'Lists logistics statuses of a shipment (REC-1)',
});

export const reconChannelStatus = defineCall({
  ...read,
  id: 'recon.channelStatuses',
  method: 'GET',
  path: `${CONFIG}/logistics/status`,
  input: z.object({ channel_id: recordId }),
  output: z.object({ channel_id: z.int(), list: z.array(named) }),
  summary: 'Lists statuses at which a parcel of a channel may be billed (REC-1)',
});

export const reconActionStatus = defineCall({
  ...read,
  id: 'recon.actionStatuses',
  method: 'GET',
  path: `${CONFIG}/logistics/action/status`,
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ action: z.string(), status: z.int() })) }),
  summary: 'Returns what a logistics partner does with a parcel, and the status it has afterward (REC-1)',
});

export const reconSlsStatus = defineCall({
  ...read,
  id: 'recon.slsStatuses',
  method: 'GET',
  path: `${CONFIG}/sls-logistics-status`,
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ sls_status: z.string(), status: z.int() })) }),
  summary: 'Lists logistics statuses under the names that SLS gives them (REC-1)',
});

export const searchReconChannels = defineCall({
  ...read,
  id: 'recon.channels',
  method: 'GET',
  path: `${CONFIG}/channel/search`,
  input: z.object({ channel_id: z.optional(recordId), channel_name: z.optional(filterText), ...reconPaging }),
  output: reconList(
    z.object({
      channel_id: z.int(),
      channel_name: z.string(),
      category: z.int(),
      lm_info: z.object({ lm_id: z.int(), lm_name: z.string() }),
      launch_logistics_status: z.nullable(z.unknown()),
    }),
  ),
  summary: 'Lists recon channels with their last mile and the statuses that may be billed (REC-1, REC-2)',
});

const totals = { parcels: z.int(), billed: amount, expected: amount, difference: amount, currency: z.string() };

export const billRow = z.object({
  id: z.int(),
  supplier_id: z.int(),
  supplier_name: z.string(),
  bill_no: z.string(),
  bill_day: z.string(),
  month: z.string(),
  layout_name: z.string(),
  state: z.enum(BILL_STATES),
  message: z.string(),
  submitted_by: z.string(),
  submitted_at: z.int(),
  remark: z.string(),
  deadline: z.string(),
  lines: z.int(),
  refused: z.int(),
  ruined: z.int(),
  ...totals,
  matched: z.int(),
  discrepant: z.int(),
  failed: z.int(),
  pending: z.int(),
  /** Whether its results may be wrong, because a rule or another bill of the parcels has changed since. */
  outdated: z.boolean(),
});
export type BillRow = z.output<typeof billRow>;

export const SUMMARY_GROUPS = ['bill', 'supplier', 'channel', 'month', 'group'] as const;
const summaryFilter = {
  supplier_id: z.optional(supplierId),
  bill_no: z.optional(filterText),
  from: z.optional(monthText),
  until: z.optional(monthText),
};

export const searchSummary = defineCall({
  ...read,
  id: 'recon.summary',
  offline: 'cached',
  method: 'GET',
  path: '/recon/summary/search',
  input: z.object({
    ...summaryFilter,
    /** If 1, only bills with compared parcels that nobody has approved or rejected. */
    awaiting: z.optional(z.int().check(z.gte(1), z.lte(1))),
    ...reconPaging,
  }),
  output: reconList(billRow),
  paging: 'page',
  summary: 'Lists bills with their totals, newest first (REC-3)',
});

export const classRow = z.object({
  /** The bill, followed by the class of difference: "12.6.weight". */
  id: z.string(),
  status: z.int(),
  reason: z.string(),
  ...totals,
});

export const classifySummary = defineCall({
  ...read,
  id: 'recon.classify',
  offline: 'cached',
  method: 'GET',
  path: '/recon/summary/classify',
  input: z.object({ id: rowId }),
  output: z.object({ list: z.array(classRow) }),
  summary: 'Returns the classes of a bill: its parcels by status and reason, with their totals (REC-3)',
});

const classId = z
  .string()
  .check(z.regex(/^\d{1,10}\.[1-8]\.[A-Za-z]{0,20}$/, 'must be the id of a class, as the list returns it'));

/** Bills whose parcels were also charged on another bill, either earlier or by mistake again. */
export const comparedBills = z.array(z.object({ id: z.int(), bill_no: z.string() }));

export type ComparedBill = z.output<typeof comparedBills>[number];

export const deleteSummary = defineCall({
  ...write,
  id: 'recon.deleteBill',
  method: 'POST',
  path: '/recon/summary/delete',
  input: z.object({ id: rowId }),
  output: z.object({ compared: comparedBills }),
  summary:
    'Deletes a bill, unless a parcel of it is Approved, Paid or disputed; returns the bills that were compared with it and should be compared again (REC-4)',
});

export const remarkSummary = defineCall({
  ...write,
  id: 'recon.remarkBill',
  method: 'POST',
  path: '/recon/summary/remark/update',
  input: z.object({ id: rowId, remark: remarkText }),
  output: z.null(),
  summary: 'Changes the remark of a bill (REC-4)',
});

const queued = z.object({ id: z.int() });

export const downloadSummary = defineCall({
  ...read,
  id: 'recon.downloadBill',
  method: 'POST',
  path: '/recon/summary/download',
  input: z.object({ id: rowId }),
  output: queued,
  summary:
    'Requests a workbook of all parcels of a bill; it appears in the download center when it is ready (REC-4, REC-8)',
});

export const updateClassStatus = defineCall({
  ...write,
  id: 'recon.classStatus',
  method: 'POST',
  path: '/recon/summary/classify/status/update',
  input: z.object({ id: classId, status: statusNo, remark: z.optional(remarkText) }),
  output: queued,
  summary: 'Sets Approved, Rejected, Deleted or Paid for all parcels of a class, as a job (REC-5, G26)',
});

export const reReconClass = defineCall({
  ...write,
  id: 'recon.classAgain',
  method: 'POST',
  path: '/recon/summary/classify/re-recon',
  input: z.object({ id: classId }),
  output: queued,
  summary: 'Compares the parcels of a class again, as a job (REC-5)',
});

export const downloadClass = defineCall({
  ...read,
  id: 'recon.downloadClass',
  method: 'POST',
  path: '/recon/summary/classify/download',
  input: z.object({ id: classId }),
  output: queued,
  summary: 'Requests a workbook of the parcels of a class (REC-5, REC-8)',
});

export const parcelFilter = {
  bill_id: z.optional(rowId),
  supplier_id: z.optional(supplierId),
  status: z.optional(statusNo),
  reason: z.optional(reason),
  channel_id: z.optional(recordId),
  tracking: z.optional(filterText),
  month: z.optional(monthText),
  /**
   * The first and last shipping day (inclusive) among our shipments; parcels are compared with the rates of their
   * shipping day.
   */
  shipped_from: z.optional(dayText),
  shipped_until: z.optional(dayText),
};

export const orderRow = z.object({
  id: z.int(),
  bill_id: z.int(),
  bill_no: z.string(),
  supplier_id: z.int(),
  tracking: z.string(),
  reference: z.string(),
  service: z.string(),
  shipped: z.string(),
  zone: z.string(),
  weight: z.nullable(z.int()),
  /** The sizes that the bill states, in millimeters; null if it does not state all three. */
  length: z.nullable(z.int()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  channel_id: z.int(),
  shipment: z.string(),
  currency: z.string(),
  billed: amount,
  earlier: amount,
  expected: z.nullable(amount),
  difference: z.nullable(amount),
  status: z.int(),
  reason: z.string(),
  side: z.string(),
  remark: z.string(),
  changed_by: z.string(),
  changed_at: z.int(),
  version: z.int(),
});
export type OrderRow = z.output<typeof orderRow>;

export const searchOrders = defineCall({
  ...read,
  id: 'recon.orders',
  offline: 'cached',
  method: 'GET',
  path: '/recon/order/search',
  input: z.object({ ...parcelFilter, ...reconPaging }),
  output: reconList(orderRow),
  paging: 'page',
  summary:
    'Lists billed parcels, which the documents call orders, by bill, class, tracking number or order reference (REC-6)',
});

const REFUSED = z.array(z.object({ id: z.int(), problem: z.string() }));

export const updateOrderStatus = defineCall({
  ...write,
  id: 'recon.orderStatus',
  method: 'POST',
  path: '/recon/order/status/update',
  input: z.object({
    id_list: idList,
    status: statusNo,
    remark: z.optional(remarkText),
    /**
     * The version of each order in `id_list`, as the person saw it; 0 if it is unknown. An order that was changed since
     * is refused, so that nobody approves amounts that they have not seen. If omitted, versions are not compared.
     */
    versions: z.optional(z.array(z.int().check(z.minimum(0), z.maximum(INT4_MOST))).check(z.maxLength(ID_LIST_MOST))),
  }),
  output: z.object({ changed: z.int(), refused: REFUSED }),
  summary:
    'Sets Approved, Rejected, Deleted or Paid for orders; returns the reason for each order that may not have the status (REC-6, G26)',
});

export const reReconOrders = defineCall({
  ...write,
  id: 'recon.ordersAgain',
  method: 'POST',
  path: '/recon/order/re-recon',
  input: z.object({ id_list: idList }),
  output: queued,
  summary: 'Compares orders again, as a job (REC-6)',
});

export const filterAvailable = defineCall({
  ...read,
  id: 'recon.available',
  method: 'POST',
  path: '/ops/approve/filter-available-records',
  input: z.object({
    record_ids: idList,
    status: z._default(statusNo, 2),
    remark: z._default(remarkText, ''),
  }),
  output: z.object({ record_ids: z.array(z.int()), refused: REFUSED }),
  reads: () => true,
  summary: 'Returns which orders may get a status, Approved if none is named, and why the others may not (REC-10)',
});

export const downloadRow = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(['queued', 'ready', 'expired', 'failed']),
  message: z.string(),
  url: z.nullable(z.string()),
  file_name: z.string(),
  size: z.int(),
  rows: z.int(),
  requested_by: z.string(),
  requested_at: z.int(),
  expires_at: z.nullable(z.int()),
});

export const searchDownloads = defineCall({
  ...read,
  id: 'recon.downloads',
  offline: 'cached',
  method: 'GET',
  path: '/recon/download-center/search',
  input: z.object({ ...reconPaging }),
  output: reconList(downloadRow),
  paging: 'page',
  summary: 'Lists files that were requested in the background, newest first (REC-8)',
});

const RULES = '/recon/shipping-fee-rule';
const ruleChannels = z.object({
  list: z.array(
    z.object({ channel_id: z.int(), channel_name: z.string(), supplier_id: z.int(), supplier_name: z.string() }),
  ),
});

export const ruleChannelInfo = defineCall({
  ...read,
  id: 'recon.ruleChannels',
  method: 'GET',
  path: `${RULES}/channel_info`,
  aliases: ['/cbHandover/recon/shipping-fee-rule/channel_info'],
  input: z.object({ supplier_id: z.optional(supplierId) }),
  output: ruleChannels,
  summary: 'Lists recon channels with the supplier whose rule applies to their parcels (REC-9, REC-13)',
});

export const ruleTypes = defineCall({
  ...read,
  id: 'recon.ruleTypes',
  method: 'GET',
  path: `${RULES}/fee-rule-type`,
  input: z.object({}),
  output: z.object({ list: z.array(named) }),
  summary: 'Lists types of recon shipping fee rules (REC-9)',
});

/** The description of a bill, sent with its files as percent-encoded JSON in the header X-Business-Params. */
export const businessParams = z.object({
  supplier_id: supplierId,
  layout_id: rowId,
  bill_no: z.string().check(z.minLength(1), z.maxLength(64)),
  bill_day: dayText,
  remark: z._default(remarkText, ''),
});

export const BUSINESS_PARAMS = 'x-business-params';
const fileUrl = z.string().check(z.minLength(1), z.maxLength(1000));

export const submitBill = defineCall({
  ...write,
  id: 'recon.submit',
  method: 'POST',
  path: '/sls-ops/recon/submit',
  headers: { business_params: BUSINESS_PARAMS },
  input: z.object({
    url: z.union([fileUrl, z.array(fileUrl).check(z.minLength(1), z.maxLength(BILL_FILES_MOST))]),
    business_params: z.string().check(z.maxLength(4000)),
  }),
  output: queued,
  summary: 'Submits a bill: its uploaded files, described by the header X-Business-Params (REC-11)',
});

export const allSuppliers = defineCall({
  ...read,
  id: 'recon.suppliers',
  offline: 'cached',
  method: 'GET',
  path: '/sls-ops/recon/supplier/query_all',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ supplier_id: z.int(), supplier_name: z.string() })) }),
  summary: 'Lists suppliers of the country that are not disabled (REC-12)',
});

export const channelGroups = defineCall({
  ...read,
  id: 'recon.channelGroups',
  method: 'GET',
  path: '/sls/channelGroups/',
  input: z.object({ ...paging }),
  output: z.object({
    list: z.array(z.object({ group_id: z.int(), group_name: z.string(), channel_ids: z.array(z.int()) })),
    page: z.int(),
    count: z.int(),
    total: z.int(),
  }),
  paging: 'page',
  summary: 'Lists channel groups with their channels; the console asks for 99999 (REC-13, CONST-1)',
});

export const RECON_CALLS = [
  reconChannelName,
  reconFreeChannels,
  reconLogisticsStatus,
  reconChannelStatus,
  reconActionStatus,
  reconSlsStatus,
  searchReconChannels,
  searchSummary,
  classifySummary,
  deleteSummary,
  remarkSummary,
  downloadSummary,
  updateClassStatus,
  reReconClass,
  downloadClass,
  searchOrders,
  updateOrderStatus,
  reReconOrders,
  filterAvailable,
  searchDownloads,
  ruleChannelInfo,
  ruleTypes,
  submitBill,
  allSuppliers,
  channelGroups,
] as unknown as readonly CallDefinition[];
