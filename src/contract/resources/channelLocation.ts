import { SUPPORT_KEYS } from '../../domain/serviceable.ts';
import { place } from '../fields/place.ts';
import { placeName } from '../fields/placeName.ts';
import { defineResource, type RowOf } from '../resource.ts';
import {
  applicableTypeField,
  callsFor,
  displayUnsupported,
  EQUAL,
  firstName,
  NAMED,
  ownerColumns,
  ownerFilter,
  ownerParameter,
  supportFields,
  wordOf,
  identityOf,
  type Variant,
} from './support.ts';

/**
 * Serviceable locations of a channel, or of a 3PL's origins or destinations (channels spec 2.4, 3, 7.2; SAL-14 to
 * SAL-26, TPL-3).
 */
export const locationOf = <const V extends Variant>(variant: V) =>
  defineResource({
    ...identityOf(variant),
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
      ...ownerFilter(variant),
      type: EQUAL,
      locationId: EQUAL,
      state: NAMED,
      city: NAMED,
      district: NAMED,
      street: NAMED,
      displayUnsupported,
    },
    columns: [...ownerColumns(variant), 'type', 'locationId', 'state', 'city', 'district', 'street', ...SUPPORT_KEYS],
    title: row => {
      const name = firstName(row, 'street', 'district', 'city', 'state');
      const numbered = `${wordOf(variant)} ${String(row['locationId'])}`;
      return name === '' ? numbered : `${numbered} (${name})`;
    },
    deletion: { title: 'Are you sure to delete this Location?' },
    calls: {
      ...callsFor(variant),
      delete: {
        path: `${variant.base}/delete/`,
        input: { ...ownerParameter(variant), location_id: 'locationId', applicable_type: 'type' },
      },
    },
  });

export const channelLocation = locationOf({
  id: 'channelLocation',
  collection: 'channelLocations',
  feed: 2,
  label: { one: 'Location', many: 'Serviceable locations' },
  page: { path: '/carrier/serviceable/location', title: 'Location' },
  scope: 'channel',
  base: '/channelLocationService',
});
export type ChannelLocationRow = RowOf<typeof channelLocation>;
