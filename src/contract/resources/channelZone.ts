import { FEATURE } from '../../domain/permission.ts';
import { defineResource, made, place, placeName, text, type RowOf } from '../resource.ts';
import { applicableTypeField, CHANNEL, EQUAL, firstName, FORWARD, NAMED } from './support.ts';

/** Zone limits of a channel: the zone that a state, city or district lies in (SAZ-1 to SAZ-6). */
export const channelZone = defineResource({
  id: 'channelZone',
  collection: 'channelZones',
  feed: 5,
  label: { one: 'Zone Limit', many: 'Zone limits' },
  feature: FEATURE.serviceableArea,
  scope: 'channel',
  fields: {
    applicableType: applicableTypeField,
    locationId: place('Location ID', { deepest: 2, formLabel: 'Location', width: 76, always: true }),
    id: made('channelId', 'applicableType', 'locationId'),
    state: placeName('State', 'locationId', 0, { width: 100 }),
    city: placeName('City', 'locationId', 1, { width: 116 }),
    district: placeName('District', 'locationId', 2, { width: 104 }),
    zone: text('Zone Code', { max: 64, folded: true, width: 90 }),
  },
  key: ['id'],
  order: ['applicableType', 'locationId'],
  edit: ['zone'],
  filters: {
    channelId: CHANNEL,
    applicableType: EQUAL,
    state: NAMED,
    city: NAMED,
    district: NAMED,
    locationId: EQUAL,
    zone: { is: 'containing' },
  },
  columns: ['channelId', 'channelName', 'applicableType', 'locationId', 'state', 'city', 'district', 'zone'],
  title: row => {
    const name = firstName(row, 'district', 'city', 'state');
    return name === '' ? `zone limit ${String(row['id'] ?? '')}`.trimEnd() : `zone of ${name}`;
  },
  calls: {
    base: '/channelZoneService',
    list: '/channelZoneService/',
    export: `${FORWARD}/channelZoneService`,
  },
});
export type ChannelZoneRow = RowOf<typeof channelZone>;
