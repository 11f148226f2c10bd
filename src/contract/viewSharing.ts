import type { Country } from '../domain/country.ts';
import { allows, FEATURE, PRIVILEGE, type Principal } from '../domain/permission.ts';
import { RESOURCES } from './resources/all.ts';

/** List pages that do not belong to a declared resource. */
const OTHER_PAGES: readonly (readonly [page: string, feature: string])[] = [
  ['/carrier/locationTree', FEATURE.locationTree],
];

/** The path prefix shared by a feature's pages: "/carrier/serviceable" for "/carrier/serviceable/location". */
const placeOf = (path: string): string => path.split('/').slice(0, 3).join('/');

const FEATURES: ReadonlyMap<string, string> = new Map([
  ...RESOURCES.flatMap(({ page, feature }) => (page === undefined ? [] : [[placeOf(page.path), feature] as const])),
  ...OTHER_PAGES,
]);

/**
 * The feature of the list at this path; null if the page belongs to no single feature, such as the log of all features.
 */
export const featureOfPage = (path: string): string | null => FEATURES.get(placeOf(path)) ?? null;

/**
 * Whether a person may share a view of a list with a country. Every colleague's console loads shared views, so only
 * administrators and people who may edit the list are allowed to share one. If the list belongs to no feature, anyone
 * who may edit anything in the country may share its views.
 */
export function mayShareView(who: Principal, entity: Country, path: string): boolean {
  if (who.privilege !== PRIVILEGE.normal) return true;
  const feature = featureOfPage(path);
  if (feature !== null) return allows(who, entity, `${feature}.write`);
  return (who.codes[entity] ?? []).some(code => code.endsWith('.write'));
}
