import { FEATURE } from '../../domain/permission.ts';
import { SUPPORT_KEYS } from '../../domain/serviceable.ts';
import { defineResource, place, placeName, type RowOf } from '../resource.ts';
import {
  applicableTypeField,
  CHANNEL,
  displayUnsupported,
  EQUAL,
  firstName,
  FORWARD,
  NAMED,
  supportFields,
} from './support.ts';

/** Serviceable locations of a channel (channels spec 2.4, 3, 7.2; SAL-14 to SAL-26). */
export const channelLocation = defineResource({
  id: 'channelLocation',
  collection: 'channelLocations',
  feed: 2,
  label: { one: 'Location', many: 'Serviceable locations' },
  feature: FEATURE.serviceableArea,
  scope: 'channel',
  fields: {
    type: applicableTypeField,
    locationId: place('Location ID', { deepest: 3, formLabel: 'Location', width: 76, always: true }),
    state: placeName('State', 'locationId', 0, { width: 100 }),
    city: placeName('City', 'locationId', 1, { width: 110 }),
    district: placeName('District', 'locationId', 2, { width: 104 }),
    street: placeName('Street', 'locationId', 3, { width: 104 }),
    ...supportFields,
  },
  key: ['locationId', 'type'],
  order: ['type', 'locationId'],
  edit: SUPPORT_KEYS,
  filters: {
    channelId: CHANNEL,
    type: EQUAL,
    locationId: EQUAL,
    state: NAMED,
    city: NAMED,
    district: NAMED,
    street: NAMED,
    displayUnsupported,
  },
  columns: ['channelId', 'channelName', 'type', 'locationId', 'state', 'city', 'district', 'street', ...SUPPORT_KEYS],
  title: row => {
    const name = firstName(row, 'street', 'district', 'city', 'state');
    return name === '' ? `location ${String(row['locationId'])}` : `location ${String(row['locationId'])} (${name})`;
  },
  calls: {
    base: '/channelLocationService',
    list: '/channelLocationService',
    delete: {
      path: '/channelLocationService/delete/',
      input: { channel_id: 'channelId', location_id: 'locationId', applicable_type: 'type' },
    },
    export: `${FORWARD}/channelLocationService`,
  },
});
export type ChannelLocationRow = RowOf<typeof channelLocation>;
