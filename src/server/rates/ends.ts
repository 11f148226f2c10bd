import type { ParcelInput } from '../../contract/rateTable/versions.ts';
import { COUNTRIES, isCountry, type Country } from '../../domain/country.ts';
import type { End } from '../../domain/leadTime.ts';
import type { Parcel } from '../../domain/rates/quote.ts';
import type { Queryable } from '../db/transaction.ts';
import { notFound } from '../base/envelope.ts';

/** The origins and destinations of parcels in calls, each with the places that contain it. */

export type EndInput = ParcelInput['destination'];

interface PlaceRow {
  id: number;
  country: Country;
  level: number;
  name: string;
  chain: (number | null)[];
}

/** The places that contain a place, from the state down. The last one is the place itself, whatever its level. */
const placesAround = ({ chain, level }: PlaceRow): number[] => chain.slice(0, level).map(Number);

/** Loads the places of all ends with one query. */
export async function findEnds(db: Queryable, entity: Country, ends: readonly EndInput[]): Promise<FoundEnds> {
  const ids = [...new Set(ends.flatMap(({ locationId }) => (locationId ? [locationId] : [])))];
  if (ids.length === 0) return new FoundEnds(entity, new Map(), new Map());
  const { rows } = await db.query<PlaceRow>({
    name: 'rate-ends',
    text: `SELECT location_id AS id, country, level, name, ARRAY[state_id, city_id, district_id, location_id] AS chain
             FROM locations WHERE location_id = ANY ($1::int8[])`,
    values: [ids],
  });
  const around = [...new Set(rows.flatMap(placesAround))];
  const { rows: named } = await db.query<{ id: number; name: string }>({
    name: 'rate-end-names',
    text: 'SELECT location_id AS id, name FROM locations WHERE location_id = ANY ($1::int8[])',
    values: [around],
  });
  const names = new Map([...named, ...rows].map(({ id, name }) => [id, name]));
  return new FoundEnds(entity, new Map(rows.map(row => [row.id, row])), names);
}

export class FoundEnds {
  constructor(
    private readonly entity: Country,
    private readonly places: ReadonlyMap<number, PlaceRow>,
    /** The names of the ends and of the places that contain them. */
    private readonly names: ReadonlyMap<number, string>,
  ) {}

  /** @throws ApiError 404 if the place is not in the country */
  end({ locationId, cep, country = this.entity }: EndInput): End {
    const code = cep === undefined ? {} : { cep };
    if (!locationId) return { country, locations: [], ...code };
    const place = this.places.get(locationId);
    if (!place || place.country !== country)
      throw notFound(`There is no location ${locationId} in ${COUNTRIES[country].inText}. Check the ID.`);
    return { country, locations: [...placesAround(place), place.id], ...code };
  }

  parcel({ origin, destination, measured, ...rest }: ParcelInput): Parcel {
    return {
      ...rest,
      origin: this.end(origin),
      destination: this.end(destination),
      // Measured values that are missing default to the declared ones, as in the form and in files.
      measured: {
        grams: measured?.grams ?? rest.declared.grams,
        sides: measured?.sides ?? rest.declared.sides,
      },
    } as Parcel;
  }

  /**
   * Returns the name of the place or country to which a row refers; a string that is not the id of a loaded place is
   * returned unchanged.
   */
  placeLabel = (name: string): string =>
    isCountry(name) ? COUNTRIES[name].name : (this.names.get(Number(name)) ?? name);
}
