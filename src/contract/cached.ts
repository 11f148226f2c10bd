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
 * The columns of declared resources' collections, derived from their declarations and used by the server to list
 * records. Collections that are cached whole (contract/owner `isCachedWhole`) are also divided into segments of these
 * columns, cached by the console per channel or entity, and served from memory (design 4): the mirror stores the
 * segments, and the query worker filters, sorts and pages them.
 */

/** The largest number that each kind can store. */
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
  /** Whether the filter also accepts several values. */
  many?: true;
}

/** A collection of a declared resource. */
export interface DeclaredCollection {
  collection: ResourceCollection;
  /** The kind of owner that it is cached with; `none` means that it is not cached. */
  scope: Scope;
  /** Whether its records belong to the entity or to no country, rather than to a channel or 3PL. */
  ofEntity: boolean;
  /** The field with a record's owner; `country` for records without a country, which lack it (`ownerKey`). */
  owner: OwnerField;
  /** The name under which its rows are shown. */
  title: string;
  /** The id of the list call that can be answered from cached rows. */
  listId: string;
  /** Its own columns, in row order, without those of `STAMP`. */
  columns: Readonly<Record<string, CachedKind>>;
  /** Fields of the record that are computed from columns. */
  views: Readonly<Record<string, CachedColumnView>>;
  /** Additional computed fields that are only used by filters. */
  marks: Readonly<Record<string, CachedColumnView>>;
  /** Columns that identify a record within its owner and define the list's default order. */
  order: readonly string[];
  /** Columns that follow the owner in a record's feed key: those of `order`, or a single numeric one. */
  key: readonly string[];
  filters: Readonly<Record<string, CachedFilter>>;
  sorts: readonly string[];
  /** Columns that may be empty: null in the record, and the kind's `EMPTY` value in the column. */
  empties: readonly string[];
}

/** Fields of every record; `updatedAt` is in epoch seconds. */
const STAMP = { version: 'int', updatedAt: 'number', updatedBy: 'text' } as const;

/** All columns of a collection. */
export const columnsOf = ({ columns }: Pick<DeclaredCollection, 'columns'>): Readonly<Record<string, CachedKind>> => ({
  ...columns,
  ...STAMP,
});

/** The name of the column with the distinct strings of a text column in a segment. */
export const textsOf = (column: string): string => (column === 'updatedBy' ? 'people' : `${column}Texts`);

/** The name of the column that contains all of a record's flags. */
const FLAGS = 'flags';

const DRAWN = new WeakMap<Resource, DeclaredCollection>();

/** A resource's columns and how they are listed, derived from its declaration only once. */
export function declaredOf(resource: Resource): DeclaredCollection {
  const known = DRAWN.get(resource) ?? drawn(resource);
  DRAWN.set(resource, known);
  return known;
}

function drawn(resource: Resource): DeclaredCollection {
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
}

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

/** The owner that a record is cached with, based on its key. */
export const ownerOfRecord = (collection: ResourceCollection, key: string): CachedOwner =>
  cachedOwner(DECLARED[collection].scope, Number(key.slice(0, key.indexOf('/'))));
