import type { LocationTreeRow } from '../../../contract/locations.ts';
import { LOCATION_TREE } from '../../../contract/locationTree.ts';
import type { Country } from '../../../domain/country.ts';
import { fold } from '../../../domain/fold.ts';
import { digitsOf, quickWords } from '../../../domain/quickFind.ts';
import type { ListSort } from '../../../domain/listQuery.ts';
import type { Queryable } from '../../db/transaction.ts';
import { escapeLike, type PlaceResolver } from '../../resources/placeResolver.ts';
import { inSlices } from '../../resources/slices.ts';
import { locationRevision } from '../../resources/list.ts';
import { TREE_FIELDS, TREE_JOINS } from '../../resources/locationRows.ts';
import { rounds } from '../../base/rounds.ts';

type Filters = Readonly<Record<string, unknown>>;

/** The SQL by which each column is sorted. Names are folded and sorted by code point, as in the console. */
const SORTS: Readonly<Record<(typeof LOCATION_TREE.sorts)[number], string>> = {
  locationId: 'p.location_id',
  name: 'p.name_folded COLLATE "C"',
  level: 'p.level',
  updatedAt: 'p.updated_at',
};

/** Converts the filters to a condition on `p`. */
async function conditionOf(db: Queryable, places: PlaceResolver, entity: Country, filters: Filters) {
  const values: unknown[] = [entity];
  const parts = ['p.country = $1'];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const text = (name: string): string => String(filters[name] ?? '').trim();
  if (filters['locationId'] !== undefined) parts.push(`p.location_id = ${parameter(filters['locationId'])}`);
  if (filters['level'] !== undefined) parts.push(`p.level = ${parameter(filters['level'])}`);
  if (text('name') !== '') parts.push(`p.name_folded LIKE ${parameter(`%${escapeLike(fold(text('name')))}%`)}`);
  for (const word of quickWords(text('quick'))) {
    const name = parameter(`%${escapeLike(word)}%`);
    const digits = digitsOf(word);
    const above = Object.entries(LOCATION_TREE.views).map(
      ([view, { level }]) =>
        `p.${view}_id IN (SELECT location_id FROM locations WHERE country = $1 AND level = ${level} AND name_folded LIKE ${name})`,
    );
    const id = digits === null ? [] : [`p.location_id::text LIKE ${parameter(`${digits}%`)}`];
    parts.push(`(${[...id, `p.name_folded LIKE ${name}`, ...above].join(' OR ')})`);
  }
  const named = Object.entries(LOCATION_TREE.views).filter(([name]) => text(name) !== '');
  const revision = named.length > 0 ? await locationRevision(db, entity) : 0;
  for (const [name, { level }] of named) {
    const ids = await places.resolve(entity, level, text(name), revision);
    parts.push(`p.${name}_id = ANY (${parameter(ids)}::int8[])`);
  }
  return { sql: parts.join(' AND '), values };
}

/** Returns a page of locations of an entity, by id or sorted, with the exact number of all matching locations. */
export async function listTree(
  db: Queryable,
  places: PlaceResolver,
  entity: Country,
  filters: Filters,
  { offset, count, sort }: { offset: number; count: number; sort: ListSort | null },
): Promise<{ rows: LocationTreeRow[]; total: number }> {
  const { sql, values } = await conditionOf(db, places, entity, filters);
  const by = sort ? `${SORTS[sort.column as keyof typeof SORTS]} ${sort.descending ? 'DESC' : 'ASC'}, ` : '';
  const order = `${by}p.location_id`;
  // The names of containing places are looked up only for the rows of the page, not for all sorted places.
  const read = async (from: number, most: number): Promise<LocationTreeRow[]> => {
    const page = await db.query<LocationTreeRow>(
      `SELECT ${TREE_FIELDS}
         FROM (SELECT * FROM locations p WHERE ${sql}
                ORDER BY ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}) p ${TREE_JOINS}
        ORDER BY ${order}`,
      [...values, most, from],
    );
    return page.rows;
  };
  // A sorted page is read in one piece, so that it is sorted only once.
  const rows = sort ? await read(offset, count) : await inSlices({ offset, count }, read);
  const counted = await db.query<{ total: number }>(`SELECT count(*) AS total FROM locations p WHERE ${sql}`, values);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Yields all locations that match the filters by id, in batches. No connection is held between two batches. */
export async function* treeBatches(
  db: Queryable,
  places: PlaceResolver,
  entity: Country,
  filters: Filters,
  size: number,
): AsyncGenerator<LocationTreeRow[]> {
  const { sql, values } = await conditionOf(db, places, entity, filters);
  for (let after = 0, round = rounds('Reading locations'); ; round()) {
    const { rows } = await db.query<LocationTreeRow>(
      `SELECT ${TREE_FIELDS} FROM locations p ${TREE_JOINS} WHERE ${sql} AND p.location_id > $${values.length + 1}
        ORDER BY p.location_id LIMIT ${size}`,
      [...values, after],
    );
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < size) return;
    after = last.locationId;
  }
}
