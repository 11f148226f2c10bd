import { OWNERS, type IdScope } from '../../../contract/owner.ts';
import { formatCount } from '../../../domain/format.ts';
import { COVERED } from '../../../domain/coverage.ts';
import { LEVEL_NAMES } from '../../../domain/serviceable.ts';
import { CHECK_SCENARIOS, rowOf, whyNoExtra, type End } from '../../../domain/serviceability.ts';
import { AREA_TYPE, YES } from '../../../domain/serviceableChoices.ts';
import type { CoverageReply, PostcodeCoverage } from '../../../sync/hooks/useCoverage.ts';
import { listHref } from '../../shared/recordPath.ts';

/** Texts and URLs of the coverage page. */

const MANY = ['states', 'cities', 'districts', 'streets'] as const;

/** Formats a number of places, e.g. "12 districts" or "1 district". */
export const placesText = (count: number, level: number): string =>
  `${formatCount(count)} ${count === 1 ? (LEVEL_NAMES[level] ?? 'Place').toLowerCase() : (MANY[level] ?? 'places')}`;

/** The heading of a column that counts places at one level: "Districts". */
export const levelHeading = (level: number): string => {
  const many = MANY[level] ?? 'places';
  return `${many.charAt(0).toUpperCase()}${many.slice(1)}`;
};

/** Formats a share, e.g. "37%"; 0% and 100% are used only for exact values. */
export function shareText(served: number, units: number): string {
  if (units === 0) return '-';
  if (served > 0 && served * 200 < units) return '<1%';
  if (served < units && served * 200 > units * 199) return '>99%';
  return `${Math.round((served / units) * 100)}%`;
}

/** Formats a number of undecided places, e.g. "3 depend on the other address". */
export const openText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'depends' : 'depend'} on the other address`;

const END_TEXTS = {
  buyer: { who: "buyers' addresses", services: 'Deliver and COD' },
  seller: { who: "sellers' addresses", services: 'Pickup and COD pickup' },
} as const satisfies Record<End, object>;

/** Says how a configuration determines the counts. */
export function basisText(
  { config, scenario, checked, level, all }: Pick<CoverageReply, 'config' | 'scenario' | 'checked' | 'level' | 'all'>,
  word: string,
): string {
  const counted = `Counted: ${placesText(all.units, level)}, ${formatCount(all.recorded)} of them with a record.`;
  if (config === null) return `Nothing is configured for this ${word}, so no address is checked. ${counted}`;
  if (config.isCheckServiceable !== YES)
    return `The serviceable area check is off: every address is served. ${counted}`;
  const label = CHECK_SCENARIOS.find(({ value }) => value === scenario)?.label ?? '';
  const unchecked = (['buyer', 'seller'] as const).filter(end => !checked[end]);
  const isExtra = whyNoExtra(config, scenario) === null;
  const not = unchecked.map(end => {
    const { who, services } = END_TEXTS[end];
    return `${who} are not checked, so ${services} ${isExtra ? 'depend only on the extra validation' : 'count as served'}`;
  });
  const scene = not.length === 0 ? '' : ` In the scenario ${label}, ${not.join(', and ')}.`;
  if (unchecked.length === 2) return `${scene.trim()} ${counted}`;
  const lookedUpAt = config[rowOf(scenario).level];
  const by =
    config.serviceableType === AREA_TYPE.postcode
      ? "by the places' postcodes"
      : lookedUpAt === null
        ? 'by location, but without a level, so the default applies'
        : `by location, at the level ${LEVEL_NAMES[lookedUpAt - 1] ?? ''}`;
  const coarse =
    lookedUpAt !== null && level < lookedUpAt - 1
      ? ' These places lie above that level, so each gets the default.'
      : '';
  return `Looked up ${by}; a place without a record gets the default.${coarse}${scene} ${counted}`;
}

/** Says what the counts by place omit for a channel or 3PL that is looked up by postcode. */
export function postcodesText({ records, elsewhere, served, placesWithout }: PostcodeCoverage, level: number): string {
  const has = COVERED.map(({ label, bit }) => `${label} ${formatCount(served[bit] ?? 0)}`).join(', ');
  const own = `${formatCount(records)} ${records === 1 ? 'postcode has' : 'postcodes have'} a record: ${has}.`;
  const without =
    placesWithout === 0
      ? ''
      : ` ${placesText(placesWithout, level)} here have no postcode, so each counts as the default.`;
  const rest =
    elsewhere === 0
      ? ''
      : ` ${formatCount(elsewhere)} of the records cannot be counted by place because no place counted here has their postcode; there is no complete list of the country’s postcodes.`;
  return `${own}${without}${rest}`;
}

const NAME_FILTERS = ['state', 'city', 'district', 'street'] as const;

/** The channel or 3PL, and the applicable type of its records. */
export interface Asked {
  scope: IdScope;
  ownerId: number;
  type: 0 | 1;
}

/** Collections by kind of record; a 3PL has a separate one for each end of the route. */
const COLLECTIONS = {
  channel: {
    location: { seller: 'channelLocations', buyer: 'channelLocations' },
    postcode: { seller: 'channelPostcodes', buyer: 'channelPostcodes' },
    routes: 'channelRoutes',
  },
  '3pl': {
    location: { seller: 'threePlOriginLocations', buyer: 'threePlDestinationLocations' },
    postcode: { seller: 'threePlOriginPostcodes', buyer: 'threePlDestinationPostcodes' },
    routes: 'threePlRoutes',
  },
} as const satisfies Readonly<Record<IdScope, object>>;

const hrefOf = ({ scope, ownerId }: Asked, collection: string, filters: Readonly<Record<string, unknown>>): string =>
  listHref(collection, { [OWNERS[scope].field]: ownerId, ...filters }) ?? '';

/**
 * The list of locations, filtered to those inside a place.
 * @param names the place's names from the state down
 */
export function locationsHref(asked: Asked, end: End, names: readonly string[]): string {
  const filters = Object.fromEntries(names.map((name, level) => [NAME_FILTERS[level], name]));
  return hrefOf(asked, COLLECTIONS[asked.scope].location[end], { type: asked.type, ...filters });
}

/** The list of postcodes, filtered to a single postcode. */
export const postcodeHref = (asked: Asked, end: End, zipcode: string): string =>
  hrefOf(asked, COLLECTIONS[asked.scope].postcode[end], { type: asked.type, postcode: zipcode });

/** The filtered list of routes. */
export const routesHref = (asked: Asked, filters: Readonly<Record<string, unknown>>): string =>
  hrefOf(asked, COLLECTIONS[asked.scope].routes, filters);
