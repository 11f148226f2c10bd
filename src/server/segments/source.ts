import type { SegmentColumns } from '../../contract/feed.ts';
import type { CachedKind } from '../../contract/fields/base.ts';
import { columnsOf, declaredOf, EMPTY, textsOf } from '../../contract/cached.ts';
import { NO_OWNER } from '../../contract/owner.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import { recordTable, segmentSql } from '../db/recordSql.ts';
import { columnSql } from '../db/names.ts';
import type { Queryable } from '../db/transaction.ts';

/** A collection that is divided into segments: its name in the tables, its pages and its part of the change feed. */
export interface SegmentSource {
  /** The name of the set in `segments` and `segment_sets`. */
  name: string;
  entity: Country;
  /** The metadata of a segment, in addition to its columns. */
  head: { collection: string; entity: Country } & Partial<Record<string, number | string>>;
  /**
   * Returns the page of rows after the given position (null for the first page) as columns, or null if there are no
   * more rows.
   */
  page: (db: Queryable, after: Place | null, limit: number) => Promise<SegmentPage | null>;
  /** The collection in the feed, and the prefix of its keys there. */
  feed: { collection: string; keyPrefix: string };
}

/** Key of the last row of a page. */
type Place = readonly (number | string)[];

interface SegmentPage {
  rows: number;
  columns: SegmentColumns;
  last: Place;
}

interface LocationRecord {
  location_id: number;
  name: string;
  parent_id: number;
  level: number;
  postcode: string;
  version: number;
  updated_by: string;
  updated_at: number;
}

/** The location tree of an entity, sorted by id. */
export const locationSource = (entity: Country): SegmentSource => ({
  name: 'locations',
  entity,
  head: { collection: 'locations', entity },
  feed: { collection: 'locations', keyPrefix: '' },
  page: async (db, after, limit) => {
    const { rows } = await db.query<LocationRecord>(
      `SELECT location_id, name, parent_id, level, postcode, version, updated_by, updated_at FROM locations
        WHERE country = $1 AND location_id > $2 ORDER BY location_id LIMIT $3`,
      [entity, after?.[0] ?? 0, limit],
    );
    const last = rows.at(-1);
    if (!last) return null;
    const people = [...new Set(rows.map(row => row.updated_by))];
    const columns = {
      locationId: rows.map(row => row.location_id),
      name: rows.map(row => row.name),
      parentId: rows.map(row => row.parent_id),
      level: rows.map(row => row.level),
      postcode: rows.map(row => row.postcode),
      version: rows.map(row => row.version),
      updatedAt: rows.map(row => row.updated_at),
      updatedBy: rows.map(row => people.indexOf(row.updated_by)),
      people,
    };
    return { rows: rows.length, columns, last: [last.location_id] };
  },
});

/** For each type, a value below all values of the type, and the type in SQL: the first page starts after this value. */
const BEGIN: Readonly<Record<CachedKind, readonly [number | string, string]>> = {
  small: [-1, 'int2'],
  int: [-1, 'int4'],
  number: [EMPTY.number, 'int8'],
  text: ['', 'text'],
};

/** A collection of a channel, a 3PL or the entity (`NO_OWNER`), in the order of its list (contract/cached). */
export function cachedSource(entity: Country, resource: Resource, id: number): SegmentSource {
  const { collection } = resource;
  const declaration = declaredOf(resource);
  const { order, owner } = declaration;
  const ownerColumn = columnSql(owner);
  const owned = id !== NO_OWNER;
  const kinds = Object.entries(columnsOf(declaration));
  const selected = kinds.map(([name]) => `${segmentSql(resource, name)} AS "${name}"`).join(', ');
  const place = order.map(columnSql).join(', ');
  const begin = order.map(name => BEGIN[columnsOf(declaration)[name] as CachedKind]);
  const behind = begin.map(([, type], at) => `$${at + 3}::${type}`).join(', ');
  const text = `SELECT ${selected} FROM ${recordTable(resource)}
                 WHERE ${ownerColumn} = $1 AND (${place}) > (${behind}) ORDER BY ${ownerColumn}, ${place} LIMIT $2`;
  return {
    name: owned ? `${collection}/${id}` : collection,
    entity,
    head: { collection, entity, ...(owned ? { [owner]: id } : {}) },
    feed: { collection, keyPrefix: `${owned ? id : entity}/` },
    page: async (db, after, limit) => {
      const { rows } = await db.query<Record<string, number | string>>(text, [
        owned ? id : entity,
        limit,
        ...(after ?? begin.map(([least]) => least)),
      ]);
      const last = rows.at(-1);
      if (!last) return null;
      const columns: SegmentColumns = {};
      for (const [name, kind] of kinds) {
        const values = rows.map(row => row[name] as number | string);
        if (kind !== 'text') {
          columns[name] = values;
          continue;
        }
        const texts = [...new Set(values)];
        const codes = new Map(texts.map((value, at) => [value, at]));
        columns[name] = values.map(value => codes.get(value) as number);
        columns[textsOf(name)] = texts;
      }
      return { rows: rows.length, columns, last: order.map(name => last[name] as number | string) };
    },
  };
}
