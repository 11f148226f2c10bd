import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import type { Queryable } from '../db/transaction.ts';

/**
 * Resolves the values of the State, City, District and Street filters to location ids, by the rule in
 * domain/placeMatch.
 */

/** Escapes a string so that LIKE matches it literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, match => `\\${match}`);

const likePattern = (folded: string): string => `%${escapeLike(folded)}%`;

/** Number of resolved strings to keep, for all entities together. */
const REMEMBERED = 2_000;

export interface PlaceResolver {
  /**
   * Returns the ids of a level's places that match a string: those with exactly that name (ignoring accents and case)
   * or, if there are none, those whose name contains it.
   * @param revision of the entity's locations: strings resolved under a different revision are resolved again
   */
  resolve: (entity: Country, level: number, text: string, revision: number) => Promise<readonly number[]>;
}

export function createPlaceResolver(db: Queryable): PlaceResolver {
  const known = new Map<string, { revision: number; ids: readonly number[] }>();

  const query = async (name: string, where: string, values: unknown[]): Promise<number[]> => {
    const { rows } = await db.query<{ id: number }>({
      name,
      text: `SELECT location_id AS id FROM locations WHERE country = $1 AND level = $2 AND ${where} ORDER BY location_id`,
      values,
    });
    return rows.map(row => row.id);
  };

  return {
    resolve: async (entity, level, text, revision) => {
      const folded = fold(text);
      const key = `${entity} ${level} ${folded}`;
      const found = known.get(key);
      if (found?.revision === revision) {
        known.delete(key);
        known.set(key, found);
        return found.ids;
      }
      let ids = await query('place-exact', 'name_folded = $3', [entity, level, folded]);
      if (ids.length === 0)
        ids = await query('place-like', 'name_folded LIKE $3', [entity, level, likePattern(folded)]);
      known.set(key, { revision, ids });
      if (known.size > REMEMBERED) known.delete(known.keys().next().value as string);
      return ids;
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
