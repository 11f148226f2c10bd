import { oncePer } from '../domain/oncePer.ts';
import type { LocationLevel } from '../domain/serviceable.ts';
import { belongsToEntity, cachedOwner, type CachedOwner, type OwnerField, type Scope } from './owner.ts';
import { kindOf } from './fields/all.ts';
import { mayBeEmpty, type CachedKind } from './fields/base.ts';
import {
  fieldsOfKind,
  ownerField,
  ownerKey,
  QUICK,
  quickFields,
  sortsOf,
  takesMany,
  type Resource,
} from './resource.ts';
import { RESOURCES, type ResourceCollection } from './resources/all.ts';

/**
 * The columns of declared resources' collections, derived from the declarations; the server lists records by them.
 * Collections that are cached whole (contract/owner `isCachedWhole`) are also split into segments of these columns. The
 * console caches segments per channel or entity and serves them from memory (design 4): the mirror stores them, and the
 * query worker filters, sorts and pages them.
 */

/** The largest number that a column of each kind can store. */
export const KIND_MOST: Readonly<Record<Exclude<CachedKind, 'text'>, number>> = {
  number: Number.MAX_SAFE_INTEGER,
  int: 2 ** 31 - 1,
  small: 255,
};

/** The column value that represents an empty field: it sorts before all other values and differs from them. */
export const EMPTY: Readonly<Record<CachedKind, number | string>> = {
  number: Number.MIN_SAFE_INTEGER,
  int: 0,
  small: 0,
  text: '',
};

/**
 * A field of the record that is computed from a column: some of its bits, or the name of a place or of its ancestor at
 * a given level.
 */
export type CachedColumnView = { of: string; mask: number } | { of: string; level: LocationLevel };

/**
 * A filter of the list.
 * - equal, prefix, containing: compare the value; with a list of values, one of them must be equal.
 * - from, until: inclusive bounds; empty values do not match.
 * - quick: each word must occur in one of the columns.
 * - named: the exact name if the column contains it, otherwise names that contain the input (domain/placeMatch).
 * - shown: false excludes records whose value is "no" (G59).
 * With several columns, any of them may match.
 */
export interface CachedFilter {
  in: readonly string[];
  is: 'equal' | 'prefix' | 'containing' | 'from' | 'until' | 'named' | 'shown' | 'quick';
  /** Whether the filter accepts several values. */
  many?: true;
}

/** A collection of a declared resource. */
export interface DeclaredCollection {
  collection: ResourceCollection;
  /** The kind of owner with which the collection is cached; `none` if it is not cached. */
  scope: Scope;
  /** Whether the records belong to the entity or to no country, rather than to a channel or 3PL. */
  ofEntity: boolean;
  /**
   * The field that contains a record's owner; `country` for records that belong to no country and have no such field
   * (`ownerKey`).
   */
  owner: OwnerField;
  /** The display name of the collection's rows. */
  title: string;
  /** The id of the list call that can be answered from cached rows. */
  listId: string;
  /** The collection's own columns in row order, without those in `STAMP`. */
  columns: Readonly<Record<string, CachedKind>>;
  /** Fields of the record that are computed from columns. */
  views: Readonly<Record<string, CachedColumnView>>;
  /** Additional computed fields used only by filters. */
  marks: Readonly<Record<string, CachedColumnView>>;
  /** Columns that identify a record within its owner and determine the default sort order. */
  order: readonly string[];
  /** Columns that follow the owner in a record's feed key: those in `order`, or a single numeric one. */
  key: readonly string[];
  filters: Readonly<Record<string, CachedFilter>>;
  sorts: readonly string[];
  /** Columns that may be empty: null in the record, the kind's `EMPTY` value in the column. */
  empties: readonly string[];
}

/** Fields of every record; `updatedAt` is in epoch seconds. */
const STAMP = { version: 'int', updatedAt: 'number', updatedBy: 'text' } as const;

/** All columns of a collection. */
export const columnsOf = ({ columns }: Pick<DeclaredCollection, 'columns'>): Readonly<Record<string, CachedKind>> => ({
  ...columns,
  ...STAMP,
});

/** The segment column that contains the distinct strings of a text column. */
export const textsOf = (column: string): string => (column === 'updatedBy' ? 'people' : `${column}Texts`);

/** The column that contains all flags of a record. */
const FLAGS = 'flags';

/** A resource's columns and how they are listed. Derived from the declaration once, then memoized. */
export const declaredOf = oncePer((resource: Resource): DeclaredCollection => {
  const flags = fieldsOfKind(resource, 'flag');
  const columns: Record<string, CachedKind> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const cached = kindOf(field).cached(field);
    if (cached === 'bit') columns[FLAGS] = 'small';
    else if (cached !== null) columns[name] = cached;
  }
  const filters = Object.entries(resource.filters).flatMap(([name, filter]): [string, CachedFilter][] =>
    filter.is === 'owner'
      ? []
      : [
          [
            name,
            {
              in: filter.is === 'shown' ? ['supported'] : (filter.in ?? [name]),
              is: filter.is,
              ...(takesMany(resource, name, filter) ? { many: true } : {}),
            },
          ],
        ],
  );
  return {
    collection: resource.collection as ResourceCollection,
    scope: resource.scope,
    ofEntity: belongsToEntity(resource.scope),
    owner: ownerField(resource),
    title: resource.label.many,
    listId: `${resource.id}.list`,
    columns,
    views: Object.fromEntries<CachedColumnView>([
      ...fieldsOfKind(resource, 'placeName').map(([name, { of, level }]): [string, CachedColumnView] => [
        name,
        { of, level },
      ]),
      ...flags.map(([name], bit): [string, CachedColumnView] => [name, { of: FLAGS, mask: 1 << bit }]),
    ]),
    marks: flags.length === 0 ? {} : { supported: { of: FLAGS, mask: (1 << flags.length) - 1 } },
    order: resource.order,
    key: resource.key,
    filters: Object.fromEntries([...filters, [QUICK, { in: quickFields(resource), is: 'quick' }]]),
    sorts: sortsOf(resource),
    empties: Object.entries(resource.fields).flatMap(([name, field]) => (mayBeEmpty(field) ? [name] : [])),
  };
});

/** The declared collections, by name. */
export const DECLARED = Object.fromEntries(
  (RESOURCES as readonly Resource[]).map(resource => [resource.collection, declaredOf(resource)]),
) as Readonly<Record<ResourceCollection, DeclaredCollection>>;

/** Whether a collection belongs to a declared resource. */
export const isResourceCollection = (collection: string): collection is ResourceCollection =>
  Object.hasOwn(DECLARED, collection);

/** A record's key in the feed. */
export const declaredKey = (declaration: DeclaredCollection, row: Readonly<Record<string, unknown>>): string =>
  [...ownerKey(declaration), ...declaration.key].map(column => row[column]).join('/');

/** The owner with which a record is cached, derived from the record's key. */
export const ownerOfRecord = (collection: ResourceCollection, key: string): CachedOwner =>
  cachedOwner(DECLARED[collection].scope, Number(key.slice(0, key.indexOf('/'))));
