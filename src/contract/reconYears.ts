import * as z from 'zod/mini';
import { YEAR_GROUPS } from '../domain/recon/years.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { amount, monthText, read, reason, statusNo, supplierId } from './recon.ts';
import { recordId } from './common.ts';

/** Reports over years (issue 30, 5), which read the files of settled bills. */

const group = z.enum(YEAR_GROUPS);
const sums = { currency: z.string(), parcels: z.int(), billed: amount, expected: amount, difference: amount };

export const yearsReport = defineCall({
  ...read,
  id: 'recon.years',
  offline: 'cached',
  method: 'GET',
  path: '/v2/ops/recon/years',
  costly: 'years',
  input: z.object({
    by: group,
    /** Within each of the first ones; the same one again counts once. */
    then_by: z.optional(group),
    /** Of the bills; both months belong to the report. */
    from: z.optional(monthText),
    until: z.optional(monthText),
    supplier_id: z.optional(supplierId),
    channel_id: z.optional(recordId),
    status: z.optional(statusNo),
    reason: z.optional(reason),
  }),
  output: z.object({
    /** off: the server is not set up for it. missing: DuckDB cannot be loaded there, as `message` says. */
    state: z.enum(['ready', 'off', 'missing']),
    message: z.string(),
    /** The first groups; `groups` is how many there are, and `totals` are those of all, by currency. */
    list: z.array(z.object({ keys: z.array(z.string()), names: z.array(z.string()), ...sums })),
    groups: z.int(),
    totals: z.array(z.object(sums)),
    /** Bills of these months and this supplier: those in the report, those that are not settled, and those whose file is not written yet. */
    bills: z.int(),
    open: z.int(),
    waiting: z.int(),
  }),
  summary: 'Exact sums of the parcels of settled bills over years, by one or two groups, from their files',
});

export const RECON_YEAR_CALLS = [yearsReport] as readonly CallDefinition[];
