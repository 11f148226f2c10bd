import { OWNERS, type IdScope } from '../../../contract/owner.ts';
import { formatCount } from '../../../domain/format.ts';
import { LEVEL_NAMES } from '../../../domain/serviceable.ts';
import type { End } from '../../../domain/serviceability.ts';
import { listHref } from '../../shared/recordPath.ts';

/** Words and addresses of the coverage page. */

const MANY = ['states', 'cities', 'districts', 'streets'] as const;

/** "12 districts", "1 district". */
export const placesText = (count: number, level: number): string =>
  `${formatCount(count)} ${count === 1 ? (LEVEL_NAMES[level] ?? 'Place').toLowerCase() : (MANY[level] ?? 'places')}`;

/** Heading of a column that counts places of a level: "Districts". */
export const levelHeading = (level: number): string => {
  const many = MANY[level] ?? 'places';
  return `${many.charAt(0).toUpperCase()}${many.slice(1)}`;
};

/** "37%", and never 0% or 100% of what is in between. */
export function shareText(served: number, units: number): string {
  if (units === 0) return '-';
  if (served > 0 && served * 200 < units) return '<1%';
  if (served < units && served * 200 > units * 199) return '>99%';
  return `${Math.round((served / units) * 100)}%`;
}

const NAME_FILTERS = ['state', 'city', 'district', 'street'] as const;

/** A channel or 3PL, and the type of records that is looked at. */
export interface Asked {
  scope: IdScope;
  ownerId: number;
  type: 0 | 1;
}

/** Collections by what they are of; of a 3PL one for each end of its way. */
const COLLECTIONS = {
  channel: {
    location: { seller: 'channelLocations', buyer: 'channelLocations' },
    postcode: 'channelPostcodes',
    routes: 'channelRoutes',
  },
  '3pl': {
    location: { seller: 'threePlOriginLocations', buyer: 'threePlDestinationLocations' },
    postcode: 'threePlDestinationPostcodes',
    routes: 'threePlRoutes',
  },
} as const satisfies Readonly<Record<IdScope, object>>;

const hrefOf = ({ scope, ownerId }: Asked, collection: string, filters: Readonly<Record<string, unknown>>): string =>
  listHref(collection, { [OWNERS[scope].field]: ownerId, ...filters }) ?? '';

/** The list of locations, filtered to what lies in a place. @param names from the state down */
export function locationsHref(asked: Asked, end: End, names: readonly string[]): string {
  const filters = Object.fromEntries(names.map((name, level) => [NAME_FILTERS[level], name]));
  return hrefOf(asked, COLLECTIONS[asked.scope].location[end], { type: asked.type, ...filters });
}

/** The list of postcodes, filtered to one. */
export const postcodeHref = (asked: Asked, zipcode: string): string =>
  hrefOf(asked, COLLECTIONS[asked.scope].postcode, { type: asked.type, postcode: zipcode });

/** The list of routes, filtered. */
export const routesHref = (asked: Asked, filters: Readonly<Record<string, unknown>>): string =>
  hrefOf(asked, COLLECTIONS[asked.scope].routes, filters);
