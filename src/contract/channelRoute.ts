import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { recordId } from './common.ts';
import { keyOf } from './resource.ts';
import { channelRoute } from './resources/channelRoute.ts';
import { callsOf, rowShape } from './resourceCalls.ts';

/**
 * The calls of route limits. Adding one is written by hand: a caller names each end by its location id, or by its names (the
 * record's fields; `fromState` alone means the state). The console always sends the ids.
 */

const end = z.optional(recordId);
const name = z.optional(z.string());
const { applicableType } = channelRoute.fields;

export const addChannelRoute = defineCall({
  id: 'channelRoute.add',
  method: 'POST',
  path: `${channelRoute.calls.base}/add`,
  input: z.object({
    channelId: recordId,
    applicableType: z.union(applicableType.choices.map(({ value }) => z.literal(value))),
    fromLocationId: end,
    fromState: name,
    fromCity: name,
    fromDistrict: name,
    toLocationId: end,
    toState: name,
    toCity: name,
    toDistrict: name,
  }),
  output: rowShape(channelRoute),
  permission: `${channelRoute.feature}.write`,
  offline: 'outbox',
  write: {
    collection: 'channelRoutes',
    kind: 'create',
    key: ({ fromLocationId = 0, toLocationId = 0, ...input }) =>
      keyOf(channelRoute, { ...input, fromLocationId, toLocationId }),
    fields: {
      channelId: true,
      applicableType: true,
      fromLocationId: false,
      fromState: false,
      fromCity: false,
      fromDistrict: false,
      toLocationId: false,
      toState: false,
      toCity: false,
      toDistrict: false,
    },
  },
  summary: 'Adds a route limit; an existing one is a conflict (SAR-5)',
});

export const routeCalls = { ...callsOf(channelRoute), add: addChannelRoute };
