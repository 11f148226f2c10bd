import type { CallDefinition } from '../../contract/call.ts';
import { columnsOf, declaredOf, type DeclaredCollection, type CachedFilter } from '../../contract/cached.ts';
import { cachedOwnerIn, OF_ENTITY, type CachedOwner } from '../../contract/owner.ts';
import { LOCATION_TREE } from '../../contract/locationTree.ts';
import type { Resource } from '../../contract/resource.ts';
import { RESOURCES, type ResourceCollection } from '../../contract/resources/all.ts';
import { oncePer } from '../../domain/oncePer.ts';
import { digitsOf, quickWords } from '../../domain/quickFind.ts';
import { cleanFilters, readSort, type ListSort } from '../../domain/listQuery.ts';
import type { Row } from '../types.ts';
import type { Condition } from './columnTable.ts';
import type { PlaceIndex } from './placeIndex.ts';

/** A request for a page of a list about one channel, one 3PL or the entity, which cached rows can answer. */
export interface CachedQuestion {
  collection: ResourceCollection;
  /** The owner with which it is cached. */
  owner: CachedOwner;
  /** Conditions on its rows. */
  where: readonly Condition[];
  /** Null for the default order. */
  sort: ListSort | null;
  page: number;
  count: number;
  /** Change counter that the answer must have reached; data in memory that has reached it is not reloaded. */
  least?: number;
}

/** A page of the tree's list (contract/locationTree). */
export interface TreeQuestion extends Omit<CachedQuestion, 'collection'> {
  collection: 'locations';
  owner: typeof OF_ENTITY;
}

/** Server data from the mirror (MR1), to which the list applies pending writes. */
export interface CachedAnswer {
  rows: Row[];
  total: number;
  /** The collection's change counter in the entity up to which the rows are current. */
  rev: number;
  /** Time at which the mirror last caught up, in epoch milliseconds. */
  asOf: number;
}

const byList = oncePer(
  (resources: readonly Resource[]) => new Map(resources.map(declaredOf).map(cached => [cached.listId, cached])),
);

/**
 * Converts a list's request to one for cached rows; null if they cannot answer it, because it is for another list, has
 * no channel, or has an unknown filter.
 */
export function cachedQuestion(
  call: CallDefinition,
  filters: Row,
  sort: string,
  page: number,
  count: number,
  resources: readonly Resource[] = RESOURCES,
): CachedQuestion | null {
  const declaration = byList(resources).get(call.id);
  if (!declaration) return null;
  const { scope, owner: ownerField } = declaration;
  const others = cleanFilters(filters) as Row;
  const owner = cachedOwnerIn(scope, others);
  if (owner === null) return null;
  delete others[ownerField];
  const where = conditionsOf(declaration, others);
  const { collection, sorts } = declaration;
  return where && { collection, owner, where, sort: readSort(sort, sorts), page, count };
}

/** Converts the tree list's request to one for the cached tree; null for another list or an unknown filter. */
export function treeQuestion(
  call: CallDefinition,
  filters: Row,
  sort: string,
  page: number,
  count: number,
): TreeQuestion | null {
  if (call.id !== LOCATION_TREE.listId) return null;
  const where = conditionsOf(LOCATION_TREE, cleanFilters(filters) as Row);
  return (
    where && {
      collection: 'locations',
      owner: OF_ENTITY,
      where,
      sort: readSort(sort, LOCATION_TREE.sorts),
      page,
      count,
    }
  );
}

/** A page of the tree's list from the columns in memory. */
export function treeAnswer(places: PlaceIndex, { where, sort, page, count }: TreeQuestion): CachedAnswer {
  return { ...places.page(where, sort, (page - 1) * count, count), ...places.asOf };
}

type Filtered = Pick<DeclaredCollection, 'columns' | 'filters'>;

/** Converts filters to conditions on rows; null if a filter is unknown or has an invalid value. */
function conditionsOf(declaration: Filtered, filters: Row): Condition[] | null {
  const where: Condition[] = [];
  for (const [name, value] of Object.entries(filters)) {
    const filter = declaration.filters[name];
    if (filter?.is === 'quick') {
      if (typeof value !== 'string') return null;
      where.push(...quickWords(value).map(word => wordCondition(declaration, filter, word)));
      continue;
    }
    const condition = filter && conditionOf(declaration, filter, value);
    if (condition === undefined) return null;
    if (condition !== null) where.push(condition);
  }
  return where;
}

/** A quick-search word: matches any of the list's columns; an id matches by its first digits. */
function wordCondition(declaration: Filtered, { in: columns }: CachedFilter, word: string): Condition {
  const digits = digitsOf(word);
  return {
    any: columns.flatMap((column): Condition[] => {
      const kind = columnsOf(declaration)[column];
      // If the word is not a column, it is a name from the tree.
      if (kind === undefined || kind === 'text') return [{ column, is: 'containing', text: word }];
      return digits === null ? [] : [{ column, is: 'begins', digits }];
    }),
  };
}

/** Converts a filter's value to a condition; null if it excludes nothing, undefined if the value is invalid. */
function conditionOf(declaration: Filtered, filter: CachedFilter, value: unknown): Condition | null | undefined {
  const { is } = filter;
  if (is === 'quick') return undefined;
  const parts = filter.in.map((column): Condition | null | undefined => {
    if (is === 'shown') {
      if (typeof value !== 'boolean') return undefined;
      return value ? null : { column, is: 'yes' };
    }
    if (Array.isArray(value))
      return filter.many ? { column, is: 'in', values: value as (string | number)[] } : undefined;
    const byValue = is === 'equal' || is === 'from' || is === 'until';
    const isText = !byValue || columnsOf(declaration)[column] === 'text';
    if (typeof value !== (isText ? 'string' : 'number')) return undefined;
    if (byValue) return { column, is, value: value as string | number };
    return { column, is, text: value as string };
  });
  if (parts.includes(undefined)) return undefined;
  const found = parts.filter(part => part !== null && part !== undefined);
  if (found.length === 0) return null;
  return found.length === 1 ? (found[0] as Condition) : { any: found };
}
