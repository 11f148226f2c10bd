import type { CachedKind } from '../../contract/fields/base.ts';
import { columnsOf, declaredOf, EMPTY } from '../../contract/cached.ts';
import { ownerKey, type Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { digitsOf, quickWords } from '../../domain/quickFind.ts';
import type { ListSort } from '../../domain/listQuery.ts';
import { flagColumns, foldedSql, ofCountry, recordSql, recordTable } from '../db/recordSql.ts';
import { columnSql } from '../db/names.ts';
import type { Queryable } from '../db/transaction.ts';
import { ANCESTORS, escapeLike, type PlaceResolver } from './placeResolver.ts';
import type { StoredRow } from './records.ts';
import { inSlices } from './slices.ts';
import { rounds } from '../base/rounds.ts';

interface Conditions {
  sql: string;
  values: unknown[];
}

/**
 * Converts the filters of a list to conditions on `p`, according to the declaration of the resource. Records of other
 * entities never match.
 */
async function conditionsOf(
  db: Queryable,
  places: PlaceResolver,
  resource: Resource,
  entity: Country,
  filters: Readonly<Record<string, unknown>>,
): Promise<Conditions> {
  const { filters: known, views, ofEntity, owner } = declaredOf(resource);
  const kinds = columnsOf(declaredOf(resource));
  const values: unknown[] = [entity];
  const parts = [ofCountry(resource, '$1::text')];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  if (!ofEntity && filters[owner] !== undefined) parts.push(`p.${columnSql(owner)} = ${parameter(filters[owner])}`);
  // Read at most once, and only if places are looked up.
  let revision: Promise<number> | undefined;
  const revisionNow = () => (revision ??= locationRevision(db, entity));
  for (const [name, filter] of Object.entries(known)) {
    const value = filters[name];
    if (value === undefined || value === '') continue;
    if (filter.is === 'shown') {
      const flags = flagColumns(resource).map(column => `p.${column}`);
      if (value === false) parts.push(`(${flags.join(' OR ')})`);
      continue;
    }
    if (filter.is === 'quick') {
      for (const word of quickWords(String(value))) {
        const any = await wordParts(resource, filter.in, word, { entity, places, revisionNow, parameter });
        parts.push(`(${any.join(' OR ') || 'false'})`);
      }
      continue;
    }
    const any: string[] = [];
    for (const column of filter.in) {
      const view = views[column];
      if (Array.isArray(value)) {
        any.push(
          kinds[column] === 'text'
            ? `${foldedSql(resource, column)} = ANY (${parameter(value.map(one => fold(String(one))))}::text[])`
            : `p.${columnSql(column)} = ANY (${parameter(value)}::int8[])`,
        );
      } else if (filter.is === 'from') any.push(`p.${columnSql(column)} >= ${parameter(value)}`);
      else if (filter.is === 'until') any.push(`p.${columnSql(column)} <= ${parameter(value)}`);
      else if (filter.is === 'equal') any.push(`p.${columnSql(column)} = ${parameter(value)}`);
      else if (view && 'level' in view) {
        const ids = await places.resolve(entity, view.level, String(value), await revisionNow());
        // Uses the current tree: the places below a place are looked up rather than stored in every record.
        any.push(
          `p.${columnSql(view.of)} IN (SELECT location_id FROM locations
             WHERE country = $1 AND level >= ${view.level} AND ${ANCESTORS[view.level]} = ANY (${parameter(ids)}::int8[]))`,
        );
      } else {
        const begin = filter.is === 'prefix' ? '' : '%';
        any.push(`${foldedSql(resource, column)} LIKE ${parameter(`${begin}${escapeLike(fold(String(value)))}%`)}`);
      }
    }
    parts.push(`(${any.join(' OR ')})`);
  }
  return { sql: parts.join(' AND '), values };
}

/**
 * Conditions for one word of the quick search: the first digits of an id, a substring of a string, or a substring of a
 * name in the current tree.
 */
async function wordParts(
  resource: Resource,
  columns: readonly string[],
  word: string,
  {
    entity,
    places,
    revisionNow,
    parameter,
  }: {
    entity: Country;
    places: PlaceResolver;
    revisionNow: () => Promise<number>;
    parameter: (value: unknown) => string;
  },
): Promise<string[]> {
  const { views } = declaredOf(resource);
  const kinds = columnsOf(declaredOf(resource));
  const part = `%${escapeLike(word)}%`;
  const named = new Map<string, number[]>();
  const found = columns.flatMap(column => {
    const view = views[column];
    if (view && 'level' in view) {
      named.set(view.of, [...(named.get(view.of) ?? []), view.level]);
      return [];
    }
    if (kinds[column] === 'text') return [`${foldedSql(resource, column)} LIKE ${parameter(part)}`];
    return digitsOf(word) === null ? [] : [`p.${columnSql(column)}::text LIKE ${parameter(`${word}%`)}`];
  });
  for (const [column, levels] of named) {
    const names = { entity, levels, word, revision: await revisionNow() };
    const ids = await places.withName(names);
    // IS TRUE turns the condition into a hash table lookup. As a join, it might compare every place with every other
    // place if the statistics are outdated.
    found.push(
      ids
        ? `p.${columnSql(column)} = ANY (${parameter(ids)}::int8[])`
        : `(p.${columnSql(column)} IN (SELECT location_id FROM locations
             WHERE country = $1 AND (${await places.nameMatches(names, parameter)}))) IS TRUE`,
    );
  }
  return found;
}

/** Returns the counter of changes to the places of an entity. */
export async function locationRevision(db: Queryable, entity: Country): Promise<number> {
  const { rows } = await db.query<{ revision: number }>({
    name: 'location-revision',
    text: `SELECT coalesce(sum(revision)::int8, 0) AS revision FROM revisions
            WHERE collection = 'locations' AND entity = $1 AND scope = 0`,
    values: [entity],
  });
  return rows[0]?.revision ?? 0;
}

/**
 * Returns a page of records of a resource, in the default order or sorted, with the exact number of all matching
 * records. The console calls it only for collections that are not fully cached, so it is plain SQL without the caching
 * that serviceable locations have.
 */
export async function listRecords(
  db: Queryable,
  places: PlaceResolver,
  resource: Resource,
  entity: Country,
  filters: Readonly<Record<string, unknown>>,
  paging: { offset: number; count: number; sort: ListSort | null },
): Promise<{ rows: StoredRow[]; total: number }> {
  const { sql, values } = await conditionsOf(db, places, resource, entity, filters);
  const table = recordTable(resource);
  const { fields, joins, sort } = recordSql(resource);
  const ties = orderColumns(resource).map(column => `p.${columnSql(column)}`);
  const by = paging.sort ? [`${sort(paging.sort.column)} ${paging.sort.descending ? 'DESC' : 'ASC'}`] : [];
  const order = [...by, ...ties].join(', ');
  const limit = `ORDER BY ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  // Place names are joined only to the rows of the page, unless the page is sorted by such a name.
  const isOwn = by.every(term => /\bp\./.test(term));
  const text = isOwn
    ? `SELECT ${fields} FROM (SELECT * FROM ${table} p WHERE ${sql} ${limit}) p ${joins} ORDER BY ${order}`
    : `SELECT ${fields} FROM ${table} p ${joins} WHERE ${sql} ${limit}`;
  const read = async (from: number, most: number): Promise<StoredRow[]> =>
    (await db.query<StoredRow>(text, [...values, most, from])).rows;
  const { offset, count } = paging;
  // A sorted page is read in one piece, so that it is sorted only once.
  const rows = paging.sort ? await read(offset, count) : await inSlices({ offset, count }, read);
  const counted = await db.query<{ total: number }>(`SELECT count(*) AS total FROM ${table} p WHERE ${sql}`, values);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** The columns of the default order, which identify a record: the key of its owner, followed by its own key. */
const orderColumns = (resource: Resource): string[] => [...ownerKey(resource), ...declaredOf(resource).order];

/** For each type, a value below all values of that type. */
const LEAST: Readonly<Record<CachedKind, number | string>> = { number: EMPTY.number, int: -1, small: -1, text: '' };

/** Yields all records that match the filters by key, in batches. No connection is held between two batches. */
export async function* recordBatches(
  db: Queryable,
  places: PlaceResolver,
  resource: Resource,
  entity: Country,
  filters: Readonly<Record<string, unknown>>,
  size: number,
): AsyncGenerator<StoredRow[]> {
  const { sql, values } = await conditionsOf(db, places, resource, entity, filters);
  const { fields, joins } = recordSql(resource);
  const { order, ofEntity } = declaredOf(resource);
  const kinds = columnsOf(declaredOf(resource));
  const columns = orderColumns(resource);
  const key = columns.map(column => `p.${columnSql(column)}`).join(', ');
  const behind = columns.map((_, at) => `$${values.length + 1 + at}`).join(', ');
  let after = [
    ...ownerKey(resource).map(() => (ofEntity ? '' : 0)),
    ...order.map(column => LEAST[kinds[column] as CachedKind]),
  ];
  for (const round = rounds('Reading a list'); ; round()) {
    const { rows } = await db.query<StoredRow>(
      `SELECT ${fields}
         FROM (SELECT * FROM ${recordTable(resource)} p WHERE ${sql} AND (${key}) > (${behind})
                ORDER BY ${key} LIMIT ${size}) p ${joins}
        ORDER BY ${key}`,
      [...values, ...after],
    );
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < size) return;
    after = columns.map(column => last[column] as number | string);
  }
}
