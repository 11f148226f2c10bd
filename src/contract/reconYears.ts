import * as z from 'zod/mini';
import { YEAR_GROUPS } from '../domain/recon/years.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { amount, monthText, read, reason, statusNo, supplierId } from './recon.ts';
import { recordId } from './common.ts';

/** Multi-year reports (issue 30, 5), computed from the files of settled bills. */

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
    /** The second grouping, within each group of `by`; ignored if both are the same. */
    then_by: z.optional(group),
    /** First and last month of the bills, inclusive. */
    from: z.optional(monthText),
    until: z.optional(monthText),
    supplier_id: z.optional(supplierId),
    channel_id: z.optional(recordId),
    status: z.optional(statusNo),
    reason: z.optional(reason),
  }),
  output: z.object({
    /**
     * off: the server is not configured for reports. missing: the server cannot load DuckDB; `message` explains why.
     */
    state: z.enum(['ready', 'off', 'missing']),
    message: z.string(),
    /** The first groups. `groups` is the number of all groups, and `totals` contains their totals by currency. */
    list: z.array(z.object({ keys: z.array(z.string()), names: z.array(z.string()), ...sums })),
    groups: z.int(),
    totals: z.array(z.object(sums)),
    /**
     * The number of this supplier's bills in these months: those included in the report, those not settled yet, and
     * those settled but still without a file.
     */
    bills: z.int(),
    open: z.int(),
    waiting: z.int(),
  }),
  summary: 'Returns exact sums of the parcels of settled bills over years, by one or two groups, from their files',
});

export const RECON_YEAR_CALLS = [yearsReport] as readonly CallDefinition[];
