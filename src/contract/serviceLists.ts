import type { End, RecordRef } from '../domain/serviceability.ts';
import { OWNERS, type IdScope } from './owner.ts';
import type { ResourceCollection } from './resources/all.ts';

/** The collections that determine whether a channel or a 3PL serves an address (domain/serviceability). */
export interface ServiceLists {
  /** Null if this kind of owner has no configuration and so cannot be checked. */
  configuration: ResourceCollection | null;
  location: Readonly<Record<End, ResourceCollection>>;
  postcode: Readonly<Record<End, ResourceCollection>>;
  zone: ResourceCollection;
  route: ResourceCollection;
}

export const SERVICE_LISTS: Readonly<Record<IdScope, ServiceLists>> = {
  channel: {
    configuration: 'channelServiceConfs',
    location: { seller: 'channelLocations', buyer: 'channelLocations' },
    postcode: { seller: 'channelPostcodes', buyer: 'channelPostcodes' },
    zone: 'channelZones',
    route: 'channelRoutes',
  },
  '3pl': {
    configuration: 'threePlServiceConfs',
    location: { seller: 'threePlOriginLocations', buyer: 'threePlDestinationLocations' },
    postcode: { seller: 'threePlOriginPostcodes', buyer: 'threePlDestinationPostcodes' },
    zone: 'threePlZones',
    route: 'threePlRoutes',
  },
};

/** Kinds of owners that can be checked. */
export const ASKED_SCOPES: readonly IdScope[] = (['channel', '3pl'] as const).filter(
  scope => SERVICE_LISTS[scope].configuration !== null,
);

/** The collection of the record that a step of a result refers to. */
export function collectionOfRef(scope: IdScope, ref: RecordRef): ResourceCollection | null {
  const lists = SERVICE_LISTS[scope];
  if (ref.list === 'configuration') return lists.configuration;
  return ref.list === 'location' || ref.list === 'postcode' ? lists[ref.list][ref.end] : lists[ref.list];
}

/** The values that identify a record, by field name. */
export function fieldsOfRef(scope: IdScope, ownerId: number, ref: RecordRef): Record<string, number | string> {
  const owner = { [OWNERS[scope].field]: ownerId };
  if (ref.list === 'configuration') return owner;
  if (ref.list === 'location') return { ...owner, locationId: ref.locationId, type: ref.type };
  if (ref.list === 'postcode') return { ...owner, zipcode: ref.zipcode, type: ref.type };
  if (ref.list === 'zone') return { ...owner, id: ref.id, locationId: ref.locationId, applicableType: ref.type };
  const { id, fromLocationId, toLocationId, type } = ref;
  return { ...owner, id, fromLocationId, toLocationId, applicableType: type };
}
