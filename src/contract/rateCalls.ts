import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { listOf, madeId, listPaging } from './common.ts';
import { recordChange } from './history.ts';
import { RESOURCE_CALLS } from './resources/calls.ts';

/** Rate calls that are not derived from a declaration (RATE-1). */

export const getRate = defineCall({
  id: 'rate.one',
  method: 'GET',
  path: '/rates/{id}',
  input: z.object({ id: madeId }),
  output: RESOURCE_CALLS.rates.add.output,
  permission: FEATURE.rate,
  offline: 'network',
  summary: 'Returns a rate by its id (RATE-1, RATE-2)',
});

export const getRateHistory = defineCall({
  id: 'rate.history',
  method: 'GET',
  path: '/rates/{id}/history',
  input: z.object({ id: madeId, ...listPaging }),
  output: listOf(recordChange),
  permission: `${FEATURE.rate}.read`,
  offline: 'network',
  paging: 'offset',
  summary: 'Returns who changed a rate, when, and from what to what, newest first (RATE-1)',
});

export const RATE_CALLS: readonly CallDefinition[] = [getRate, getRateHistory] as unknown as CallDefinition[];
