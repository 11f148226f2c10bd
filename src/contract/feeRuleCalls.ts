import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { recordId } from './common.ts';
import { RESOURCE_CALLS } from './resources/calls.ts';

/** The documented list of shipping fee rules, which is grouped by channel (RULE-1). */

/** The maximum number of channels on one page. */
const PAGE_CHANNELS = 500;

export const listShippingFeeRules = defineCall({
  id: 'shippingFeeRule.byChannel',
  method: 'GET',
  path: '/rate_table/shipping_fee_rule/',
  input: z.object({
    channel_id: z.optional(recordId),
    page_no: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
    page_size: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_CHANNELS)), 20),
  }),
  output: z.object({
    channel_list: z.array(
      z.object({
        channel_id: recordId,
        channel_name: z.string(),
        shipping_fee_rules: z.array(RESOURCE_CALLS.shippingFeeRules.add.output),
      }),
    ),
    page_no: z.int(),
    page_size: z.int(),
    total_size: z.int(),
  }),
  permission: FEATURE.shippingFeeRule,
  offline: 'network',
  summary:
    'Lists channels with their shipping fee rules, a page of channels at a time; total_size counts channels (RULE-1)',
});

export const FEE_RULE_CALLS: readonly CallDefinition[] = [listShippingFeeRules] as unknown as CallDefinition[];
