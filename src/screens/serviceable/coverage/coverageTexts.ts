import { formatCount } from '../../../domain/format.ts';
import { formatQ } from '../../../domain/listQuery.ts';
import { LEVEL_NAMES } from '../../../domain/serviceable.ts';
import { SERVICEABLE_PATH } from '../tabs.ts';

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

/** The Location tab, filtered to what lies in a place. @param names from the state down */
export function locationsHref(channelId: number, type: number, names: readonly string[]): string {
  const filters = Object.fromEntries(names.map((name, level) => [NAME_FILTERS[level], name]));
  const q = formatQ({ channelId, type, ...filters } as Parameters<typeof formatQ>[0]) ?? '';
  return `${SERVICEABLE_PATH}/location?q=${encodeURIComponent(q)}`;
}

/** A list tab, by filters of its own. */
export const listHref = (page: string, filters: Readonly<Record<string, string | number>>): string =>
  `${SERVICEABLE_PATH}/${page}?q=${encodeURIComponent(formatQ(filters as Parameters<typeof formatQ>[0]) ?? '')}`;
