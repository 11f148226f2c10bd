import { made } from '../fields/made.ts';
import { place } from '../fields/place.ts';
import { placeName } from '../fields/placeName.ts';
import { defineResource, ownerField, type RowOf } from '../resource.ts';
import {
  applicableTypeField,
  EQUAL,
  firstName,
  limitsOf,
  ownerColumns,
  ownerFilter,
  identityOf,
  type Variant,
} from './support.ts';

/** Route limits of a channel or a 3PL: from one place to another, each a state, city or district (SAR-1 to SAR-6, G83, TPL-5). */
export const routeOf = <const V extends Variant>(variant: V) =>
  defineResource({
    ...identityOf(variant),
    fields: {
      applicableType: applicableTypeField,
      fromLocationId: place('From Location ID', { deepest: 2, formLabel: 'From' }),
      toLocationId: place('To Location ID', { deepest: 2, formLabel: 'To' }),
      id: made(ownerField(variant), 'applicableType', 'fromLocationId', 'toLocationId'),
      fromState: placeName('From State', 'fromLocationId', 0, { width: 116 }),
      fromCity: placeName('From City', 'fromLocationId', 1, { width: 128 }),
      fromDistrict: placeName('From District', 'fromLocationId', 2, { width: 116 }),
      toState: placeName('To State', 'toLocationId', 0, { width: 116 }),
      toCity: placeName('To City', 'toLocationId', 1, { width: 128 }),
      toDistrict: placeName('To District', 'toLocationId', 2, { width: 116 }),
    },
    key: ['id'],
    order: ['applicableType', 'fromLocationId', 'toLocationId'],
    edit: [],
    filters: {
      ...ownerFilter(variant),
      applicableType: EQUAL,
      from: { is: 'named', in: ['fromState', 'fromCity', 'fromDistrict'], label: 'From' },
      to: { is: 'named', in: ['toState', 'toCity', 'toDistrict'], label: 'To' },
    },
    columns: [ownerColumns(variant)[0], 'fromState', 'fromCity', 'fromDistrict', 'toState', 'toCity', 'toDistrict'],
    title: row => {
      const from = firstName(row, 'fromDistrict', 'fromCity', 'fromState');
      const to = firstName(row, 'toDistrict', 'toCity', 'toState');
      return from === '' || to === '' ? `route ${String(row['id'] ?? '')}`.trimEnd() : `route ${from} to ${to}`;
    },
    ...limitsOf(variant),
  });

export const channelRoute = routeOf({
  id: 'channelRoute',
  collection: 'channelRoutes',
  feed: 4,
  label: { one: 'Route Limit', many: 'Route limits' },
  page: { path: '/carrier/serviceable/route-limit', title: 'Route Limit' },
  scope: 'channel',
  base: '/channelRouteService',
  list: '/channelRouteService/',
});
export type ChannelRouteRow = RowOf<typeof channelRoute>;
