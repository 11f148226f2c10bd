import type { Country } from '../domain/country.ts';
import { allows, FEATURE, PRIVILEGE, type Principal } from '../domain/permission.ts';
import { RESOURCES } from './resources/all.ts';

/** List pages without a declared resource. */
const OTHER_PAGES: readonly (readonly [page: string, feature: string])[] = [
  ['/carrier/locationTree', FEATURE.locationTree],
];

/** The common path prefix of a feature's pages: "/carrier/serviceable" for "/carrier/serviceable/location". */
const placeOf = (path: string): string => path.split('/').slice(0, 3).join('/');

const FEATURES: ReadonlyMap<string, string> = new Map([
  ...RESOURCES.flatMap(({ page, feature }) => (page === undefined ? [] : [[placeOf(page.path), feature] as const])),
  ...OTHER_PAGES,
]);

/** The feature whose list has this path; null if it belongs to none, such as the log of all features. */
export const featureOfPage = (path: string): string | null => FEATURES.get(placeOf(path)) ?? null;

/**
 * Whether a person may share a view of a list with a country. Because every colleague's console loads shared views,
 * only administrators and people who may edit the list are allowed to share one. A view of a list without a feature may
 * be shared by anyone who may edit anything in the country.
 */
export function mayShareView(who: Principal, entity: Country, path: string): boolean {
  if (who.privilege !== PRIVILEGE.normal) return true;
  const feature = featureOfPage(path);
  if (feature !== null) return allows(who, entity, `${feature}.write`);
  return (who.codes[entity] ?? []).some(code => code.endsWith('.write'));
}
