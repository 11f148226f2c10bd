import type { Country } from '../../../domain/country.ts';
import type { Queryable } from '../../db/transaction.ts';

export interface Place {
  name: string;
  level: number;
}

/**
 * Places by id, cached for each entity, so that a page of the list needs no joins, which would take most of its time.
 */
export interface PlaceNames {
  /**
   * @param revision the revision of the entity's places: places that were read under a different revision are read
   * again
   * @returns the known places among `ids`
   */
  of: (entity: Country, ids: ReadonlySet<number>, revision: number) => Promise<ReadonlyMap<number, Place>>;
}

/**
 * An entry takes about 100 bytes. If an entity has more places than this, all its entries are discarded when the limit
 * is reached.
 */
const KEPT_PER_ENTITY = 200_000;

export function createPlaceNames(db: Queryable): PlaceNames {
  const known = new Map<Country, { revision: number; places: Map<number, Place> }>();
  return {
    of: async (entity, ids, revision) => {
      let held = known.get(entity);
      if (held?.revision !== revision || held.places.size > KEPT_PER_ENTITY) {
        held = { revision, places: new Map() };
        known.set(entity, held);
      }
      const { places } = held;
      const missing = [...ids].filter(id => !places.has(id));
      if (missing.length > 0) {
        const { rows } = await db.query<Place & { id: number }>({
          name: 'place-names',
          text: 'SELECT location_id AS id, name, level FROM locations WHERE location_id = ANY ($1::int8[])',
          values: [missing],
        });
        for (const { id, name, level } of rows) places.set(id, { name, level });
      }
      return places;
    },
  };
}
