import * as z from 'zod/mini';
import { BILL_TEXT_MOST } from '../domain/recon/layout.ts';
import { DISPUTE_STATES } from '../domain/recon/dispute.ts';
import { ID_LIST_MOST } from '../domain/recon/bill.ts';
import { ID_MOST } from '../domain/recordId.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { countFrom, filterText, lineText, version } from './common.ts';
import {
  amount,
  billRow,
  comparedBills,
  dayText,
  monthText,
  orderRow,
  parcelFilter,
  parcelId,
  read,
  reason,
  reconList,
  reconPaging,
  remarkText,
  rowId,
  statusNo,
  SUMMARY_GROUPS,
  supplierId,
  write,
} from './recon.ts';

/**
 * Reconciliation calls that the documents do not define: layouts, a single bill, charts, jobs, disputes, credit notes
 * and forecasts (issue 30, 1).
 */

const BASE = '/v2/ops/recon';

export const layoutRow = z.object({
  id: z.int(),
  supplier_id: z.int(),
  supplier_name: z.string(),
  name: z.string(),
  definition: z.unknown(),
  contract_days: z.int(),
  version: z.int(),
  updated_by: z.string(),
  updated_at: z.int(),
});
export type LayoutRecord = z.output<typeof layoutRow>;

export const listLayouts = defineCall({
  ...read,
  id: 'recon.layouts',
  offline: 'cached',
  method: 'GET',
  path: `${BASE}/layouts`,
  input: z.object({ supplier_id: z.optional(supplierId) }),
  output: z.object({ list: z.array(layoutRow) }),
  summary: 'Returns how the files of suppliers are read',
});

export const saveLayout = defineCall({
  ...write,
  id: 'recon.saveLayout',
  method: 'POST',
  path: `${BASE}/layouts`,
  input: z.object({
    id: z.optional(rowId),
    supplier_id: supplierId,
    name: lineText(100, 1),
    definition: z.record(z.string().check(z.maxLength(40)), z.unknown()),
    contract_days: z.int().check(z.minimum(1), z.maximum(730)),
    version: z.optional(version),
  }),
  output: layoutRow,
  summary: 'Creates a layout, or changes the one with the given `id`',
});

export const deleteLayout = defineCall({
  ...write,
  id: 'recon.deleteLayout',
  method: 'POST',
  path: `${BASE}/layouts/delete`,
  input: z.object({ id: rowId }),
  output: z.null(),
  summary: 'Deletes a layout; bills that were read with it keep it',
});

export const getBill = defineCall({
  ...read,
  id: 'recon.bill',
  offline: 'cached',
  method: 'GET',
  path: `${BASE}/bills/{id}`,
  input: z.object({ id: rowId }),
  output: z.object({
    ...billRow.shape,
    files: z.array(z.object({ name: z.string(), url: z.string(), size: z.int() })),
    let_through: amount,
    read_rows: z.int(),
    refusals: z.array(z.object({ file: z.int(), row: z.int(), problem: z.string() })),
    /** The first unmapped charge names; `unmapped_further` counts all others. */
    unmapped: z.array(z.object({ name: z.string(), count: z.int(), amount })),
    unmapped_further: z.nullable(z.object({ count: z.int(), amount })),
    /** Bills that were compared with this one and should be compared again if this one is deleted or read again. */
    compared: comparedBills,
    /** Bills that have been deleted or changed since this one was compared with them. */
    changed_since: comparedBills,
  }),
  summary: 'Returns a bill with its files, refused rows and unmapped charges',
});

export const summaryBy = defineCall({
  ...read,
  id: 'recon.summaryBy',
  offline: 'cached',
  method: 'GET',
  path: `${BASE}/summary`,
  input: z.object({
    by: z.enum([...SUMMARY_GROUPS, 'reason']),
    supplier_id: z.optional(supplierId),
    from: z.optional(monthText),
    until: z.optional(monthText),
  }),
  output: z.object({
    list: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        currency: z.string(),
        parcels: z.int(),
        matched: z.int(),
        discrepant: z.int(),
        failed: z.int(),
        billed: amount,
        expected: amount,
        difference: amount,
      }),
    ),
  }),
  summary:
    'Returns the totals of the bills of up to 24 months by bill, supplier, channel, channel group, month or reason, from stored counters',
});

const charge = z.object({
  file: z.int(),
  row: z.int(),
  kind: z.string(),
  name: z.string(),
  amount,
});

export const getOrder = defineCall({
  ...read,
  id: 'recon.order',
  offline: 'cached',
  method: 'GET',
  path: `${BASE}/orders/{id}`,
  input: z.object({ id: parcelId }),
  output: z.object({
    order: orderRow,
    charges: z.array(charge),
    /** The lines of the quote, each with the rate table row that it is based on. */
    quote: z.array(
      z.object({ label: z.string(), amount: z.nullable(amount), row: z.nullable(z.string()), words: z.string() }),
    ),
    rate_hash: z.string(),
    /**
     * The version sealed with this hash, to which the rows link; null if there was no rate, or if it came from the
     * channel's weight ranges.
     */
    rate_version: z.nullable(z.int()),
    history: z.array(z.object({ at: z.int(), email: z.string(), before: z.int(), after: z.int(), remark: z.string() })),
    dispute: z.nullable(z.object({ id: z.int(), state: z.string(), amount, credited: amount })),
    /** Amounts in another currency than the order's do not count as `earlier` of the order. */
    earlier: z.array(z.object({ id: z.int(), bill_no: z.string(), billed: amount, currency: z.string() })),
  }),
  summary: 'Returns a billed parcel with its charges, quote, history and dispute',
});

export const actionRow = z.object({
  id: z.int(),
  kind: z.enum(['status', 'recon', 'read']),
  target: z.int(),
  state: z.enum(['queued', 'running', 'review', 'applying', 'done', 'failed']),
  message: z.string(),
  done: z.int(),
  total: z.int(),
  changed: z.int(),
  /** The currency of a difference is empty if it is that of the bill that is read again. */
  reasons: z.array(
    z.object({ text: z.string(), count: z.int(), difference: z.nullable(amount), currency: z.string() }),
  ),
  requested_by: z.string(),
  requested_at: z.int(),
});
export type ActionRow = z.output<typeof actionRow>;

const which = {
  ids: z.optional(z.array(parcelId).check(z.minLength(1), z.maxLength(ID_LIST_MOST))),
  filter: z.optional(z.object(parcelFilter)),
  /** Ids to exclude from the parcels that match the filter. */
  except: z.optional(z.array(parcelId).check(z.maxLength(ID_LIST_MOST))),
};

export const matchingOrders = defineCall({
  ...read,
  id: 'recon.matching',
  method: 'POST',
  path: `${BASE}/actions/matching`,
  input: z.object(which),
  output: z.object({
    total: z.int(),
    /** The sum of the orders' versions; it grows whenever one of them changes. */
    versions: z.int(),
    /** Sums for each currency; orders that were billed in several currencies are counted under an empty one. */
    amounts: z.array(
      z.object({ currency: z.string(), orders: z.int(), billed: amount, difference: z.nullable(amount) }),
    ),
  }),
  reads: () => true,
  summary: 'Returns how many orders match, and their amounts, before all of them get a status',
});

export const changeMatching = defineCall({
  ...write,
  id: 'recon.changeMatching',
  method: 'POST',
  path: `${BASE}/actions/status`,
  input: z.object({
    ...which,
    status: statusNo,
    remark: z._default(remarkText, ''),
    /** What `recon.matching` returned. If the matching orders have changed since then, the call is refused. */
    seen: z.optional(z.object({ total: countFrom(0), versions: z.int().check(z.minimum(0), z.maximum(ID_MOST)) })),
  }),
  output: actionRow,
  summary: 'Sets a status for all matching orders, as a job; orders added later are not affected',
});

export const previewAgain = defineCall({
  ...write,
  id: 'recon.previewAgain',
  method: 'POST',
  path: `${BASE}/actions/recon`,
  input: z.object(which),
  output: actionRow,
  reads: () => true,
  summary: 'Compares orders again and returns what would change; nothing takes effect until it is applied',
});

export const previewReading = defineCall({
  ...write,
  id: 'recon.previewReading',
  method: 'POST',
  path: `${BASE}/bills/read-again`,
  input: z.object({ id: rowId }),
  output: actionRow,
  reads: () => true,
  summary:
    "Reads a bill's files again with its current layout and returns what would change; nothing takes effect until it is applied",
});

export const applyAgain = defineCall({
  ...write,
  id: 'recon.applyAgain',
  method: 'POST',
  path: `${BASE}/actions/apply`,
  input: z.object({ id: rowId }),
  output: actionRow,
  summary: 'Applies a reviewed comparison, or a reviewed reading of a bill',
});

export const getAction = defineCall({
  ...read,
  id: 'recon.action',
  method: 'GET',
  path: `${BASE}/actions/{id}`,
  input: z.object({ id: rowId }),
  output: actionRow,
  summary: 'Returns the progress of a change of many orders, and why some were not changed',
});

export const disputeRow = z.object({
  id: z.int(),
  supplier_id: z.int(),
  supplier_name: z.string(),
  bill_id: z.int(),
  bill_no: z.string(),
  month: z.string(),
  currency: z.string(),
  state: z.enum(DISPUTE_STATES),
  parcels: z.int(),
  disputed: amount,
  recovered: amount,
  /** What is still in dispute; 0 once the dispute is closed, even if not everything was recovered. */
  open: amount,
  deadline: z.string(),
  /** Days until the deadline; negative if it has passed. */
  days_left: z.int(),
  remark: z.string(),
  created_by: z.string(),
  created_at: z.int(),
  version: z.int(),
});
export type DisputeRow = z.output<typeof disputeRow>;

export const listDisputes = defineCall({
  ...read,
  id: 'recon.disputes',
  offline: 'cached',
  method: 'GET',
  path: `${BASE}/disputes`,
  input: z.object({
    /** If set, only this dispute. */
    id: z.optional(rowId),
    supplier_id: z.optional(supplierId),
    state: z.optional(z.enum(DISPUTE_STATES)),
    /** If true, only undecided disputes whose deadline is near. */
    near: z.optional(z.boolean()),
    ...reconPaging,
  }),
  output: z.object({
    ...reconList(disputeRow).shape,
    /** Undisputed bills with Discrepant parcels whose deadline is near. */
    due: z.array(z.object({ id: z.int(), bill_no: z.string(), deadline: z.string(), days_left: z.int() })),
    /** Recovered amounts, by supplier and month. */
    recovered: z.array(
      z.object({
        supplier_id: z.int(),
        supplier_name: z.string(),
        month: z.string(),
        currency: z.string(),
        disputed: amount,
        recovered: amount,
      }),
    ),
  }),
  summary: 'Returns disputes, approaching deadlines, and amounts recovered by supplier and month',
});

export const openDispute = defineCall({
  ...write,
  id: 'recon.openDispute',
  method: 'POST',
  path: `${BASE}/disputes`,
  input: z.object({
    bill_id: rowId,
    ids: z.optional(z.array(parcelId).check(z.minLength(1), z.maxLength(ID_LIST_MOST))),
    reason: z.optional(reason),
    remark: z._default(remarkText, ''),
  }),
  output: disputeRow,
  summary:
    'Disputes the overcharged parcels of a bill: the named ones, or all Discrepant ones that are not disputed yet',
});

export const moveDispute = defineCall({
  ...write,
  id: 'recon.moveDispute',
  method: 'POST',
  path: `${BASE}/disputes/state`,
  input: z.object({ id: rowId, state: z.enum(DISPUTE_STATES), remark: z.optional(remarkText), version }),
  output: disputeRow,
  summary: 'Sends, accepts, refuses or closes a dispute',
});

export const downloadDispute = defineCall({
  ...read,
  id: 'recon.downloadDispute',
  method: 'POST',
  path: `${BASE}/disputes/download`,
  input: z.object({ id: rowId }),
  output: z.object({ id: z.int() }),
  summary: 'Requests the file for the supplier: the contested parcels with their evidence',
});

export const requestDownloadAgain = defineCall({
  ...read,
  id: 'recon.downloadAgain',
  method: 'POST',
  path: `${BASE}/downloads/again`,
  input: z.object({ id: rowId }),
  output: z.object({ id: z.int() }),
  summary: 'Requests a file that could not be created or has expired again, with the same contents',
});

export const addCredit = defineCall({
  ...write,
  id: 'recon.addCredit',
  method: 'POST',
  path: `${BASE}/credits`,
  input: z.object({
    supplier_id: supplierId,
    note_no: lineText(64, 1),
    day: dayText,
    /**
     * The currency of all amounts, as stated on the bill. A note with several currencies is split into one note for
     * each.
     */
    currency: lineText(BILL_TEXT_MOST, 1),
    lines: z
      .array(
        z.object({
          tracking: lineText(BILL_TEXT_MOST, 1),
          amount: z.string().check(z.regex(/^-?\d{1,25}$/, 'must be a whole number as a text, with up to 25 digits')),
        }),
      )
      .check(z.minLength(1), z.maxLength(ID_LIST_MOST)),
  }),
  output: z.object({
    id: z.int(),
    amount,
    matched: amount,
    unmatched: z.array(z.object({ tracking: z.string(), amount })),
    disputes: z.array(disputeRow),
  }),
  summary: 'Offsets a credit note against the contested parcels, oldest dispute first',
});

export const listCredits = defineCall({
  ...read,
  id: 'recon.credits',
  method: 'GET',
  path: `${BASE}/credits`,
  input: z.object({ supplier_id: z.optional(supplierId), note_no: z.optional(filterText), ...reconPaging }),
  output: reconList(
    z.object({
      id: z.int(),
      supplier_id: z.int(),
      supplier_name: z.string(),
      note_no: z.string(),
      day: z.string(),
      currency: z.string(),
      lines: z.int(),
      amount,
      matched: amount,
      created_by: z.string(),
    }),
  ),
  summary: 'Lists credit notes of suppliers',
});

export const tryForecast = defineCall({
  ...read,
  id: 'recon.tryForecast',
  method: 'GET',
  path: `${BASE}/forecast`,
  input: z.object({ supplier_id: supplierId, from: z.optional(monthText), until: z.optional(monthText) }),
  output: z.object({
    list: z.array(
      z.object({
        bill_id: z.int(),
        bill_no: z.string(),
        currency: z.string(),
        /** Parcels that are Matched or Discrepant solely because of an amount, now and under the forecast. */
        parcels: z.int(),
        matched: z.int(),
        would_match: z.int(),
        let_through: amount,
      }),
    ),
  }),
  summary: "Tries a supplier's forecast on its past bills",
});

export const getReconSettings = defineCall({
  ...read,
  id: 'recon.settings',
  method: 'GET',
  path: `${BASE}/settings`,
  input: z.object({}),
  output: z.object({ own_approval: z.boolean() }),
  summary: 'Returns the reconciliation settings of the country',
});

export const setReconSettings = defineCall({
  ...write,
  id: 'recon.setSettings',
  method: 'POST',
  path: `${BASE}/settings`,
  input: z.object({ own_approval: z.boolean() }),
  output: z.object({ own_approval: z.boolean() }),
  summary:
    'Sets whether the person who submitted a bill may approve it; only an administrator of the country can change this',
});

export const RECON_OWN_CALLS = [
  listLayouts,
  saveLayout,
  deleteLayout,
  getBill,
  summaryBy,
  getOrder,
  matchingOrders,
  changeMatching,
  previewAgain,
  previewReading,
  applyAgain,
  getAction,
  listDisputes,
  openDispute,
  moveDispute,
  downloadDispute,
  requestDownloadAgain,
  addCredit,
  listCredits,
  tryForecast,
  getReconSettings,
  setReconSettings,
] as unknown as readonly CallDefinition[];
