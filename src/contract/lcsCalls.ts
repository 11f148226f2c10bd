import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { madeId, recordId, version } from './common.ts';
import { kindOf } from './fields/all.ts';
import { keyOf } from './resource.ts';
import { RESOURCE_CALLS } from './resources/calls.ts';
import { timeslot } from './resources/timeslot.ts';

/** Pickup configuration and timeslot calls that are not derived from a declaration (LCS-1, LCS-2). */

export const getPickupConfig = defineCall({
  id: 'pickup.one',
  method: 'GET',
  path: '/sls/pickupConfig/lcs/{id}',
  input: z.object({ id: recordId }),
  output: RESOURCE_CALLS.pickups.add.output,
  permission: FEATURE.branchService,
  offline: 'network',
  summary: "Returns a channel's pickup configuration, by the channel's id (LCS-1)",
});

const { slot, days, startTime, endTime, cutoff, status } = timeslot.fields;

/**
 * With `id`, the call updates the slot with that id; without it, `channelId` and `slot` identify the slot to create
 * (LOG-17).
 */
export const createOrUpdateTimeslot = defineCall({
  id: 'timeslot.createOrUpdate',
  method: 'POST',
  path: '/lcs/timeslot/create_or_update',
  input: z.object({
    id: z.optional(madeId),
    channelId: z.optional(recordId),
    slot: z.optional(kindOf(slot).shape(slot, true)),
    days: kindOf(days).shape(days, true),
    startTime: kindOf(startTime).shape(startTime, true),
    endTime: kindOf(endTime).shape(endTime, true),
    cutoff: kindOf(cutoff).shape(cutoff, true),
    capacity: z.optional(z.nullable(kindOf(timeslot.fields.capacity).shape(timeslot.fields.capacity, true))),
    status: kindOf(status).shape(status, true),
    version: z.optional(version),
  }),
  output: RESOURCE_CALLS.timeslots.add.output,
  permission: `${FEATURE.branchService}.write`,
  offline: 'network',
  write: {
    collection: timeslot.collection,
    kind: 'update',
    key: (input, entity) => keyOf(timeslot, { ...(input as object), country: entity }),
  },
  summary: 'Changes the timeslot with the given id; without an id, adds one with channelId and slot (LCS-2)',
});

export const LCS_CALLS: readonly CallDefinition[] = [
  getPickupConfig,
  createOrUpdateTimeslot,
] as unknown as CallDefinition[];
