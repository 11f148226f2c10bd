import { made } from '../fields/made.ts';
import { place } from '../fields/place.ts';
import { placeName } from '../fields/placeName.ts';
import { text } from '../fields/text.ts';
import { defineResource, ownerField, type RowOf } from '../resource.ts';
import {
  applicableTypeField,
  EQUAL,
  firstName,
  limitsOf,
  NAMED,
  ownerColumns,
  ownerFilter,
  identityOf,
  type Variant,
} from './support.ts';

/** Zone limits of a channel or a 3PL: the zone of a state, city or district (SAZ-1 to SAZ-6, TPL-6). */
export const zoneOf = <const V extends Variant>(variant: V) =>
  defineResource({
    ...identityOf(variant),
    fields: {
      applicableType: applicableTypeField,
      locationId: place('Location ID', { deepest: 2, formLabel: 'Location', width: 76, always: true }),
      id: made(ownerField(variant), 'applicableType', 'locationId'),
      state: placeName('State', 'locationId', 0, { width: 100 }),
      city: placeName('City', 'locationId', 1, { width: 116 }),
      district: placeName('District', 'locationId', 2, { width: 104 }),
      zone: text('Zone Code', { max: 64, folded: true, width: 90 }),
    },
    key: ['id'],
    order: ['applicableType', 'locationId'],
    edit: ['zone'],
    filters: {
      ...ownerFilter(variant),
      applicableType: EQUAL,
      state: NAMED,
      city: NAMED,
      district: NAMED,
      locationId: EQUAL,
      zone: { is: 'containing' },
    },
    columns: [...ownerColumns(variant), 'applicableType', 'locationId', 'state', 'city', 'district', 'zone'],
    title: row => {
      const name = firstName(row, 'district', 'city', 'state');
      return name === '' ? `zone limit ${String(row['id'] ?? '')}`.trimEnd() : `zone of ${name}`;
    },
    ...limitsOf(variant),
  });

export const channelZone = zoneOf({
  id: 'channelZone',
  collection: 'channelZones',
  feed: 5,
  label: { one: 'Zone Limit', many: 'Zone limits' },
  page: { path: '/carrier/serviceable/zone-limit', title: 'Zone Limit' },
  scope: 'channel',
  base: '/channelZoneService',
  list: '/channelZoneService/',
});
export type ChannelZoneRow = RowOf<typeof channelZone>;
