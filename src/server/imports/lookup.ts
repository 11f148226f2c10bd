import type { Country } from '../../domain/country.ts';
import type { ImportLookup } from '../../domain/import/check.ts';
import type { NamedOwner } from '../../domain/import/declaration.ts';
import { PlaceLookup, type PlaceColumns } from '../../domain/import/places.ts';
import { OWNER_TABLES } from '../db/ownerTables.ts';
import type { Queryable } from '../db/transaction.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { rounds } from '../base/rounds.ts';

const PAGE = 10_000;

/** The data against which references are checked, in the form in which the reader of files receives it. */
export interface References {
  country: Country;
  owners: Readonly<Record<NamedOwner, { ids: readonly number[]; names: readonly string[] }>>;
  places: PlaceColumns;
}

interface Places {
  ids: number[];
  names: string[];
  parents: number[];
  levels: number[];
}

/**
 * Loads the entity's channels, 3PLs and places in pages, so that other calls can run in between.
 * @param page number of places per statement; set by tests
 */
export async function readReferences(db: Queryable, entity: Country, page = PAGE): Promise<References> {
  const ownersOf = async (scope: NamedOwner) => {
    const { table, column } = OWNER_TABLES[scope];
    const { rows } = await db.query<{ id: number; name: string }>(
      `SELECT ${column} AS id, name FROM ${table} WHERE country = $1`,
      [entity],
    );
    return { ids: rows.map(({ id }) => id), names: rows.map(({ name }) => name) };
  };
  const owners = { channel: await ownersOf('channel'), '3pl': await ownersOf('3pl') };
  const columns: Places = { ids: [], names: [], parents: [], levels: [] };
  for (let after = 0, round = rounds('Reading the tree'); ; round()) {
    // Each page is one database row, because the driver is many times slower with one row per place.
    const { rows } = await db.query<Places>({
      text: `SELECT coalesce(json_agg(location_id), '[]') AS ids, coalesce(json_agg(name), '[]') AS names,
                    coalesce(json_agg(parent_id), '[]') AS parents, coalesce(json_agg(level), '[]') AS levels
               FROM (SELECT location_id, name, parent_id, level FROM locations
                      WHERE country = $1 AND location_id > $2 ORDER BY location_id LIMIT ${page}) places`,
      values: [entity, after],
    });
    const [read] = rows;
    if (!read) break;
    for (const id of read.ids) columns.ids.push(id);
    for (const name of read.names) columns.names.push(name);
    for (const parent of read.parents) columns.parents.push(parent);
    for (const level of read.levels) columns.levels.push(level);
    if (read.ids.length < page) break;
    after = read.ids.at(-1) ?? after;
    await yieldToEventLoop();
  }
  return {
    country: entity,
    owners,
    places: {
      ids: Float64Array.from(columns.ids),
      names: columns.names,
      parents: Float64Array.from(columns.parents),
      levels: Uint8Array.from(columns.levels),
    },
  };
}

/** Implements the lookups of the check, based on the loaded data. */
export function lookupOf({ country, owners, places }: References): ImportLookup {
  const namesOf = ({ ids, names }: References['owners'][NamedOwner]) =>
    new Map(ids.map((id, at) => [id, names[at] ?? '']));
  const names = { channel: namesOf(owners.channel), '3pl': namesOf(owners['3pl']) };
  return {
    country,
    ownerName: (of, id) => names[of].get(id) ?? null,
    ownerIds: of => names[of].keys(),
    places: new PlaceLookup(places),
  };
}
