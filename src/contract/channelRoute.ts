import * as z from 'zod/mini';
import { FEATURE } from '../domain/permission.ts';
import { recordNumber } from '../domain/recordNumber.ts';
import { defineCall } from './call.ts';
import { channelChoices } from './channelChoices.ts';
import { applicableType } from './channelLocation.ts';
import { country, listOf, paging, recordId, sortBy, stamp, version } from './common.ts';
import { CHANNEL_ROUTE_SORTS } from './sorts.ts';

/** Route limits of a channel: from one place to another (channels spec 2.4, 3, 7.2; SAR-1 to SAR-6). */

export const channelRouteRow = z.object({
  /** Made from channel, applicable type and both ends (domain/recordNumber). */
  id: recordId,
  channelId: recordId,
  channelName: z.string(),
  country,
  applicableType,
  /** The ends: a state, a city or a district each; names below its level are empty. */
  fromLocationId: recordId,
  fromState: z.string(),
  fromCity: z.string(),
  fromDistrict: z.string(),
  toLocationId: recordId,
  toState: z.string(),
  toCity: z.string(),
  toDistrict: z.string(),
  ...stamp,
});
export type ChannelRouteRow = z.output<typeof channelRouteRow>;

/** What a route is about; no two of a channel are about the same. */
export interface RouteEnds {
  channelId: number;
  applicableType: number;
  fromLocationId: number;
  toLocationId: number;
}

export const channelRouteId = (route: RouteEnds): number =>
  recordNumber([route.channelId, route.applicableType, route.fromLocationId, route.toLocationId]);

export const channelRouteKey = (row: { channelId: number; id: number }): string => `${row.channelId}/${row.id}`;

/** The filters of the Route screen (SAR-2). */
export const channelRouteFilters = z.object({
  channelId: z.optional(recordId),
  applicableType: z.optional(applicableType),
  /** A state, city or district of that end: by exact name where one has it, else by part of the name. */
  from: z.optional(z.string()),
  to: z.optional(z.string()),
});
export type ChannelRouteFilters = z.input<typeof channelRouteFilters>;

const PATH = '/channelRouteService';

export const listChannelRoutes = defineCall({
  id: 'channelRoute.list',
  method: 'GET',
  path: `${PATH}/`,
  input: z.extend(channelRouteFilters, { ...paging, sort: sortBy(CHANNEL_ROUTE_SORTS) }),
  output: listOf(channelRouteRow),
  permission: FEATURE.serviceableArea,
  offline: 'cached',
  paging: 'offset',
  summary: 'Route limits by filter, a page at a time (SAR-5)',
});

export const channelRouteChannels = channelChoices('channelRoute', 'channelRouteService');

export const addChannelRoute = defineCall({
  id: 'channelRoute.add',
  method: 'POST',
  path: `${PATH}/add`,
  /** Each end by its location id, or by its names (the record's fields; `fromState` alone means the state). */
  input: z.object({
    channelId: recordId,
    applicableType,
    fromLocationId: z.optional(recordId),
    fromState: z.optional(z.string()),
    fromCity: z.optional(z.string()),
    fromDistrict: z.optional(z.string()),
    toLocationId: z.optional(recordId),
    toState: z.optional(z.string()),
    toCity: z.optional(z.string()),
    toDistrict: z.optional(z.string()),
  }),
  output: channelRouteRow,
  permission: `${FEATURE.serviceableArea}.write`,
  offline: 'outbox',
  write: {
    collection: 'channelRoutes',
    kind: 'create',
    // The console always names the ends by id.
    key: ({ fromLocationId = 0, toLocationId = 0, ...input }) =>
      channelRouteKey({ ...input, id: channelRouteId({ ...input, fromLocationId, toLocationId }) }),
  },
  summary: 'Adds a route limit; an existing one is a conflict (SAR-5)',
});

export const deleteChannelRoute = defineCall({
  id: 'channelRoute.delete',
  method: 'POST',
  path: `${PATH}/delete`,
  input: z.object({ id: recordId, channelId: recordId, version: z.optional(version) }),
  output: z.null(),
  permission: `${FEATURE.serviceableArea}.write`,
  offline: 'outbox',
  write: { collection: 'channelRoutes', kind: 'delete', key: channelRouteKey },
  summary: 'Deletes a route limit (SAR-6)',
});
