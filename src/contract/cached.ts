import type { LocationLevel } from '../domain/serviceable.ts';
import { belongsToEntity, ownerNumber, type OwnerField, type Scope } from './owner.ts';
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
 * The collections of declared resources by their columns, drawn from their declarations: the server lists them by these. Those that
 * are cached whole (contract/owner `isCachedWhole`) are cut into segments by them too, cached by the console with a channel or with
 * the entity, and answered from memory (design 4): the mirror keeps the segments, and the query worker filters, sorts and pages them.
 */

/** Largest number of a kind. */
export const KIND_MOST: Readonly<Record<Exclude<CachedKind, 'text'>, number>> = {
  number: Number.MAX_SAFE_INTEGER,
  int: 2 ** 31 - 1,
  small: 255,
};

/** What is in a column for a value that is empty: before all others, and none of them. */
export const EMPTY: Readonly<Record<CachedKind, number | string>> = {
  number: Number.MIN_SAFE_INTEGER,
  int: 0,
  small: 0,
  text: '',
};

/** A field of the record that is not a column: bits of one, or the name of a place (or of what it lies in) at a level. */
export type CachedColumnView = { of: string; mask: number } | { of: string; level: LocationLevel };

/**
 * A filter of the list. equal, prefix, containing: by value; a list of values: one of them, whole. from, until: not below, not above,
 * and not empty. quick: each word is found in one of the columns. named: that exact text where it is among the column's, else those
 * that contain it (domain/placeMatch). shown: false leaves out what is "no" there (G59). Several columns: any of
 * them.
 */
export interface CachedFilter {
  in: readonly string[];
  is: 'equal' | 'prefix' | 'containing' | 'from' | 'until' | 'named' | 'shown' | 'quick';
  /** Takes several values too. */
  many?: true;
}

/** A collection of a declared resource. */
export interface DeclaredCollection {
  collection: ResourceCollection;
  /** With what it is cached; `none`: it is not. */
  scope: Scope;
  /** Belongs to the entity or to no country, rather than to a channel or 3PL. */
  ofEntity: boolean;
  /** The field that says what owns a record; `country` for records of no country, which lack it (`ownerKey`). */
  owner: OwnerField;
  /** What a person calls its rows. */
  title: string;
  /** Id of the list call whose pages cached rows answer. */
  listId: string;
  /** Columns of its own, in the order of the rows; `STAMP` comes in addition to them. */
  columns: Readonly<Record<string, CachedKind>>;
  /** Fields of the record in addition to the columns. */
  views: Readonly<Record<string, CachedColumnView>>;
  /** Further ones, for filters alone. */
  marks: Readonly<Record<string, CachedColumnView>>;
  /** Columns that name a record within its owner, and give the list its default order. */
  order: readonly string[];
  /** Columns that follow the owner in a record's key, as the feed writes it: those of `order`, or one of a single number. */
  key: readonly string[];
  filters: Readonly<Record<string, CachedFilter>>;
  sorts: readonly string[];
  /** Columns that may be empty: null in the record, `EMPTY` of its kind in the column. */
  empties: readonly string[];
}

/** What every record carries; `updatedAt` in epoch seconds. */
const STAMP = { version: 'int', updatedAt: 'number', updatedBy: 'text' } as const;

/** All columns of a collection. */
export const columnsOf = ({ columns }: Pick<DeclaredCollection, 'columns'>): Readonly<Record<string, CachedKind>> => ({
  ...columns,
  ...STAMP,
});

/** Name under which a segment has the distinct texts of a text column. */
export const textsOf = (column: string): string => (column === 'updatedBy' ? 'people' : `${column}Texts`);

/** Name of the column that keeps all flags of a record. */
const FLAGS = 'flags';

const DRAWN = new WeakMap<Resource, DeclaredCollection>();

/** The columns of a resource, and how they are listed, drawn once from its declaration. */
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

/** Every one of them. */
export const DECLARED = Object.fromEntries(
  (RESOURCES as readonly Resource[]).map(resource => [resource.collection, declaredOf(resource)]),
) as Readonly<Record<ResourceCollection, DeclaredCollection>>;

/** Whether a collection is that of a declared resource. */
export const isResourceCollection = (collection: string): collection is ResourceCollection =>
  Object.hasOwn(DECLARED, collection);

/** A record's key, as the feed writes it. */
export const declaredKey = (declaration: DeclaredCollection, row: Readonly<Record<string, unknown>>): string =>
  [...ownerKey(declaration), ...declaration.key].map(column => row[column]).join('/');

/** The number of what a record is cached with (contract/owner), by its key. */
export const scopeOfKey = (collection: ResourceCollection, key: string): number =>
  ownerNumber(DECLARED[collection].scope, Number(key.slice(0, key.indexOf('/'))));
