import { collectionOfRef, fieldsOfRef } from '../../../contract/serviceLists.ts';
import type { IdScope } from '../../../contract/owner.ts';
import { keyOf, type Resource } from '../../../contract/resource.ts';
import { requireResource } from '../../../contract/resources/all.ts';
import { formatQ } from '../../../domain/listQuery.ts';
import type { RecordRef } from '../../../domain/serviceability.ts';
import type { Row } from '../../../sync/types.ts';
import { filtersOfRecord } from '../../resource/AlreadyThere.tsx';
import { CHANNEL_AREA, THREE_PL_AREA } from '../tabs.ts';

/** The lists of the records to which an answer refers. */

/** The pages by collection. */
const PAGES: Readonly<Record<string, string>> = {
  channelLocations: 'location',
  channelPostcodes: 'postcode',
  channelZones: 'zone-limit',
  channelRoutes: 'route-limit',
  channelServiceConfs: 'channel-configuration',
  threePlOriginLocations: 'origin-location',
  threePlDestinationLocations: 'destination-location',
  threePlOriginPostcodes: 'origin-postcode',
  threePlDestinationPostcodes: 'destination-postcode',
  threePlZones: 'zone-limit',
  threePlRoutes: 'route-limit',
  threePlServiceConfs: '3pl-configuration',
};

/** A record to which a step refers, whether it exists or is missing. */
export interface StepRecord {
  scope: IdScope;
  resource: Resource;
  page: string;
  key: string;
  /** The values that identify the record. */
  record: Row;
  /** Filters of the record's list that match this record and hardly any other. */
  filters: Row;
  /** The record's name. */
  title: string;
  /** URL of the record's list, filtered to this record. */
  href: string;
}

const LEVELS = ['State', 'City', 'District', 'Street'] as const;

/** A place in an address: its name and level. */
export interface NamedPlace {
  name: string;
  level: number;
}
export type KnownPlaces = ReadonlyMap<number, NamedPlace>;

/** Finds a record's list; null if no list contains it. */
export function stepRecord(scope: IdScope, ownerId: number, ref: RecordRef, places: KnownPlaces): StepRecord | null {
  const collection = collectionOfRef(scope, ref);
  const page = collection === null ? undefined : PAGES[collection];
  if (collection === null || page === undefined) return null;
  const resource = requireResource(collection);
  /** The list of routes is filtered by names. */
  const named = (end: 'from' | 'to', id: number): Row => {
    const place = places.get(id);
    return place ? { [`${end}${LEVELS[place.level]}`]: place.name } : {};
  };
  const names = ref.list === 'route' ? { ...named('from', ref.fromLocationId), ...named('to', ref.toLocationId) } : {};
  const record = { ...fieldsOfRef(scope, ownerId, ref), ...names };
  const filters = filtersOfRecord(resource, record);
  /** The place's own name is used only in the title, because its list is filtered by its id. */
  const place = 'locationId' in ref ? places.get(ref.locationId) : undefined;
  const own = place ? { [(LEVELS[place.level] ?? '').toLowerCase()]: place.name } : {};
  const area = scope === 'channel' ? CHANNEL_AREA : THREE_PL_AREA;
  const q = formatQ(filters) ?? '';
  return {
    scope,
    resource,
    page,
    key: keyOf(resource, record),
    record,
    filters,
    title: resource.title({ ...record, ...own }),
    href: `${area.path}/${page}?q=${encodeURIComponent(q)}`,
  };
}
