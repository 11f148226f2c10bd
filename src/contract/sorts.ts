/**
 * Columns that each list of a channel's records can be sorted by (our own addition; the default order is the key's). They
 * stand apart from the calls, for the first list of a session needs them and not the calls.
 */

export const CHANNEL_LOCATION_SORTS = [
  'channelId',
  'channelName',
  'type',
  'locationId',
  'state',
  'city',
  'district',
  'street',
  'canDeliver',
  'canCOD',
  'canPickup',
  'canCODPickup',
] as const;

export const CHANNEL_POSTCODE_SORTS = [
  'zipcode',
  'channelId',
  'channelName',
  'country',
  'type',
  'canDeliver',
  'canCOD',
  'canPickup',
  'canCODPickup',
] as const;

export const CHANNEL_ROUTE_SORTS = [
  'channelId',
  'fromState',
  'fromCity',
  'fromDistrict',
  'toState',
  'toCity',
  'toDistrict',
] as const;

export const CHANNEL_ZONE_SORTS = [
  'channelId',
  'channelName',
  'applicableType',
  'locationId',
  'state',
  'city',
  'district',
  'zone',
] as const;
