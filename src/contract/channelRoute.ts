import * as z from 'zod/mini';
import { defineCall, type Collection } from './call.ts';
import { filterText, recordId } from './common.ts';
import { keyOf, ownerField } from './resource.ts';
import type { channelRoute } from './resources/channelRoute.ts';
import type { threePlRoute } from './resources/threePl.ts';
import { callsOf, rowShape } from './resourceCalls.ts';

/**
 * The route limit calls of channels and 3PLs. The call that adds a route limit is handwritten, because each end may be
 * given by location id or by names (the record's fields; `fromState` alone means the whole state). The console always
 * sends ids.
 */

const end = z.optional(recordId);
const name = z.optional(filterText);

const addRoute = (resource: typeof channelRoute | typeof threePlRoute) =>
  defineCall({
    id: `${resource.id}.add`,
    method: 'POST',
    path: `${resource.calls.base}/add`,
    input: z.object({
      [ownerField(resource)]: recordId,
      applicableType: z.union(resource.fields.applicableType.choices.map(({ value }) => z.literal(value))),
      fromLocationId: end,
      fromState: name,
      fromCity: name,
      fromDistrict: name,
      toLocationId: end,
      toState: name,
      toCity: name,
      toDistrict: name,
    }),
    output: rowShape(resource),
    permission: `${resource.feature}.write`,
    offline: 'outbox',
    write: {
      collection: resource.collection as Collection,
      kind: 'create',
      key: ({ fromLocationId = 0, toLocationId = 0, ...input }) =>
        keyOf(resource, { ...input, fromLocationId, toLocationId }),
      fields: {
        [ownerField(resource)]: true,
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

export const routeCallsOf = (resource: typeof channelRoute | typeof threePlRoute) => ({
  ...callsOf(resource),
  add: addRoute(resource),
});
