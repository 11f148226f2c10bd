import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { LOCATION_LEVEL } from '../../domain/serviceable.ts';
import type { Queryable } from '../db/transaction.ts';

/**
 * Resolves the values of the State, City, District and Street filters to location ids, by the rule in
 * domain/placeMatch.
 */

/** Escapes a string so that LIKE matches it literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, match => `\\${match}`);

const likePattern = (folded: string): string => `%${escapeLike(folded)}%`;

/** Number of resolved strings to keep, for all entities together, and of their ids: a short string has thousands. */
const REMEMBERED = 2_000;
const REMEMBERED_IDS = 2_000_000;

export interface PlaceResolver {
  /**
   * Returns the ids of a level's places that match a string: those with exactly that name (ignoring accents and case)
   * or, if there are none, those whose name contains it.
   * @param revision of the entity's locations: strings resolved under a different revision are resolved again
   */
  resolve: (entity: Country, level: number, text: string, revision: number) => Promise<readonly number[]>;
  /**
   * Returns the ids of all places whose name at one of the levels contains a word, and of those in them; null if there
   * are more than a statement should list.
   */
  withName: (named: NamedPlaces) => Promise<readonly number[] | null>;
  /**
   * Returns the same condition as SQL on `locations`, in which `$1` is the country.
   * @param parameter adds a value and returns its parameter
   */
  nameMatches: (named: NamedPlaces, parameter: (value: unknown) => string) => Promise<string>;
}

/** Places that have a name with a word at one of some levels. */
export interface NamedPlaces {
  entity: Country;
  levels: readonly number[];
  /** Folded. */
  word: string;
  /** Of the entity's locations. */
  revision: number;
}

/** The columns of a place with the ids of the places that contain it, and its own, by level. */
export const ANCESTORS = ['state_id', 'city_id', 'district_id', 'location_id'] as const;
/** Maximum number of ids in a condition; with more, the statement searches the places itself. */
const LISTED_MOST = 5_000;

/** @param listedMost set by tests */
export function createPlaceResolver(db: Queryable, listedMost = LISTED_MOST): PlaceResolver {
  const known = new Map<string, { revision: number; ids: readonly number[] }>();
  let kept = 0;

  const forget = (key: string): void => {
    kept -= known.get(key)?.ids.length ?? 0;
    known.delete(key);
  };

  const query = async (name: string, where: string, values: unknown[]): Promise<number[]> => {
    const { rows } = await db.query<{ id: number }>({
      name,
      text: `SELECT location_id AS id FROM locations WHERE country = $1 AND level = $2 AND ${where} ORDER BY location_id`,
      values,
    });
    return rows.map(row => row.id);
  };

  const exactly = (entity: Country, level: number, name: string) =>
    query('place-exact', 'name_folded = $3', [entity, level, name]);
  const withPart = (entity: Country, level: number, part: string) =>
    query('place-like', 'name_folded LIKE $3', [entity, level, likePattern(part)]);

  const remembered = async (
    key: string,
    revision: number,
    find: () => Promise<number[]>,
  ): Promise<readonly number[]> => {
    const found = known.get(key);
    if (found?.revision === revision) {
      known.delete(key);
      known.set(key, found);
      return found.ids;
    }
    const ids = await find();
    forget(key);
    known.set(key, { revision, ids });
    kept += ids.length;
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED && kept <= REMEMBERED_IDS) break;
      forget(oldest);
    }
    return ids;
  };

  const nameMatches: PlaceResolver['nameMatches'] = async ({ entity, levels, word, revision }, parameter) => {
    const any: string[] = [];
    for (const level of levels) {
      // The places of the deepest level can be too many to list, and they contain no others.
      if (level === LOCATION_LEVEL.street) {
        any.push(`(level = ${level} AND name_folded LIKE ${parameter(likePattern(word))})`);
        continue;
      }
      const ids = await remembered(`containing ${entity} ${level} ${word}`, revision, () =>
        withPart(entity, level, word),
      );
      any.push(`(level >= ${level} AND ${ANCESTORS[level]} = ANY (${parameter(ids)}::int8[]))`);
    }
    return any.join(' OR ');
  };

  return {
    resolve: (entity, level, text, revision) => {
      const folded = fold(text);
      return remembered(`named ${entity} ${level} ${folded}`, revision, async () => {
        const ids = await exactly(entity, level, folded);
        return ids.length > 0 ? ids : withPart(entity, level, folded);
      });
    },
    nameMatches,
    withName: async named => {
      const { entity, levels, word, revision } = named;
      const ids = await remembered(`with ${entity} ${levels.join()} ${word}`, revision, async () => {
        const values: unknown[] = [entity];
        const matches = await nameMatches(named, value => `$${values.push(value)}`);
        const { rows } = await db.query<{ id: number }>(
          `SELECT location_id AS id FROM locations WHERE country = $1 AND (${matches}) LIMIT ${listedMost + 1}`,
          values,
        );
        return rows.map(row => row.id);
      });
      return ids.length > listedMost ? null : ids;
    },
  };
}

/** Returns the distinct names at a level that contain a string, in tree order (SAL-21, G60). */
export async function namesContaining(db: Queryable, entity: Country, level: number, text: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT name FROM locations WHERE country = $1 AND level = $2 AND name_folded LIKE $3
      GROUP BY name ORDER BY min(location_id) LIMIT 1000`,
    [entity, level, likePattern(fold(text))],
  );
  return rows.map(row => row.name);
}
