import { isOfEntity, isProvisional, ownerField, type Resource } from '../../contract/resource.ts';
import { resourceOf } from '../../contract/resources/all.ts';
import { VERSIONS } from '../../contract/rateTable/apply.ts';
import { FAMILIES } from '../../contract/rateTable/versions.ts';
import { formatQ } from '../../domain/listQuery.ts';
import { rateBase } from './rateTabs.ts';
import { keyValues } from './recordWords.ts';

/** URL of the list that shows a collection's records; the location tree is not a declared resource. */
const listPath = (collection: string): string | undefined =>
  collection === 'locations' ? '/carrier/locationTree' : resourceOf(collection)?.page?.path;

type Values = Readonly<Record<string, unknown>>;

/** URL of a collection's list with the given filters; undefined for a collection without a list. */
export function listHref(collection: string, filters: Values): string | undefined {
  const path = listPath(collection);
  const q = formatQ(filters);
  return path === undefined || q === undefined ? path : `${path}?q=${encodeURIComponent(q)}`;
}

/** Filters that match few records besides the given one: its owner, and every equality filter with a known value. */
export function filtersOf(resource: Resource, record: Values): Values {
  const equal = Object.entries(resource.filters).flatMap(([name, { is }]) =>
    is === 'equal' || (is === 'prefix' && resource.key.includes(name)) ? [[name, record[name]] as const] : [],
  );
  return {
    ...(isOfEntity(resource) ? {} : { [ownerField(resource)]: record[ownerField(resource)] }),
    ...Object.fromEntries(equal),
    // If all of a record's flags are No, a switch may hide it.
    ...Object.fromEntries(
      Object.entries(resource.filters).flatMap(([name, { is }]) => (is === 'shown' ? [[name, true]] : [])),
    ),
  };
}

/** Filters by a new record's strings, which do not change when the server assigns its number. */
const byWords = (resource: Resource, record: Values): Values =>
  Object.fromEntries(
    Object.entries(resource.filters).flatMap(([name, { is, in: [field = name] = [] }]) =>
      is === 'containing' && typeof record[field] === 'string' ? [[name, record[field]]] : [],
    ),
  );

/**
 * URL of a record's list, filtered to the record; undefined for a collection without a list.
 *
 * @param key as in the change feed
 * @param row known values of the record in addition to its key
 * @param history whether the list opens with the record's history
 */
export function recordHref(collection: string, key: string, row: Values | null, history = false): string | undefined {
  const family = FAMILIES.find(one => VERSIONS[one] === collection);
  if (family) return typeof row?.['id'] === 'number' ? `${rateBase(family)}/version/${row['id']}` : undefined;
  const path = listPath(collection);
  if (path === undefined) return undefined;
  const resource = resourceOf(collection);
  const record = resource ? { ...row, ...keyValues(resource, key) } : {};
  const filters = !resource
    ? { locationId: Number(key) }
    : isProvisional(resource, record)
      ? byWords(resource, record)
      : filtersOf(resource, record);
  const q = formatQ(filters);
  const parameters = [
    ...(q === undefined ? [] : [`q=${encodeURIComponent(q)}`]),
    ...(history ? [`record=${encodeURIComponent(key)}`] : []),
  ];
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}
