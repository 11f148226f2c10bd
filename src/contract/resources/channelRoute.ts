import { FEATURE } from '../../domain/permission.ts';
import { defineResource, made, place, placeName, type RowOf } from '../resource.ts';
import { applicableTypeField, CHANNEL, EQUAL, firstName, FORWARD } from './support.ts';

/** Route limits of a channel: from one place to another, each a state, city or district (SAR-1 to SAR-6, G83). */
export const channelRoute = defineResource({
  id: 'channelRoute',
  collection: 'channelRoutes',
  feed: 4,
  label: { one: 'Route Limit', many: 'Route limits' },
  feature: FEATURE.serviceableArea,
  scope: 'channel',
  fields: {
    applicableType: applicableTypeField,
    fromLocationId: place('From Location ID', { deepest: 2, formLabel: 'From' }),
    toLocationId: place('To Location ID', { deepest: 2, formLabel: 'To' }),
    id: made('channelId', 'applicableType', 'fromLocationId', 'toLocationId'),
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
    channelId: CHANNEL,
    applicableType: EQUAL,
    from: { is: 'named', in: ['fromState', 'fromCity', 'fromDistrict'], label: 'From' },
    to: { is: 'named', in: ['toState', 'toCity', 'toDistrict'], label: 'To' },
  },
  columns: ['channelId', 'fromState', 'fromCity', 'fromDistrict', 'toState', 'toCity', 'toDistrict'],
  title: row => {
    const from = firstName(row, 'fromDistrict', 'fromCity', 'fromState');
    const to = firstName(row, 'toDistrict', 'toCity', 'toState');
    return from === '' || to === '' ? `route ${String(row['id'] ?? '')}`.trimEnd() : `route ${from} to ${to}`;
  },
  calls: {
    base: '/channelRouteService',
    list: '/channelRouteService/',
    export: `${FORWARD}/channelRouteService`,
  },
});
export type ChannelRouteRow = RowOf<typeof channelRoute>;
