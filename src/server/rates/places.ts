import { readCepRange } from '../../domain/cdt/cepRange.ts';
import type { Country } from '../../domain/country.ts';
import { mayBeCep, notALocation, type CepCountries, type Part, type PartRow } from '../../domain/rates/rows.ts';
import type { Queryable } from '../db/transaction.ts';

/** Checks the places that rows name. */

/** The ids that are not locations of these countries. */
export async function unknownLocations(
  db: Queryable,
  countries: readonly Country[],
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: number }>({
    name: 'rate-known-places',
    text: 'SELECT location_id AS id FROM locations WHERE location_id = ANY ($1::int8[]) AND country = ANY ($2::text[])',
    values: [ids, countries],
  });
  const known = new Set(rows.map(({ id }) => String(id)));
  return new Set(ids.filter(id => !known.has(id)));
}

/** The country from which a channel's parcels come. */
export async function originCountry(db: Queryable, channelId: number, entity: Country): Promise<Country> {
  const { rows } = await db.query<{ from: Country }>({
    name: 'rate-origin-country',
    text: 'SELECT from_country AS "from" FROM channels WHERE channel_id = $1',
    values: [channelId],
  });
  return rows[0]?.from ?? entity;
}

/** The countries that decide whether rows may name CEPs. That of the origin is read only if an origin is a CEP range. */
export async function cepCountries(
  db: Queryable,
  { entity, channelId }: { entity: Country; channelId: number },
  rows: readonly PartRow<Part>[],
): Promise<CepCountries> {
  const asks = rows.some(row => 'origin' in row && readCepRange(row.origin) !== null);
  return { country: entity, origin: asks ? await originCountry(db, channelId, entity) : undefined };
}

const FIELDS = ['origin', 'destination', 'place'] as const;

/**
 * Returns the first row that names a place by a number that may be a CEP and is not a location's id, and why it is
 * refused: a CEP that lost its hyphen must not be taken for an id. Other unknown ids are warnings when the version is
 * checked.
 */
export async function cepProblem<P extends Part>(
  db: Queryable,
  { entity, channelId }: { entity: Country; channelId: number },
  rows: readonly PartRow<P>[],
): Promise<{ row: PartRow<P>; message: string } | null> {
  const named = rows.flatMap(row =>
    FIELDS.flatMap(field => {
      const name = (row as unknown as Partial<Record<string, unknown>>)[field];
      return typeof name === 'string' && mayBeCep(name, entity) ? [{ row, field, name }] : [];
    }),
  );
  if (named.length === 0) return null;
  const countries = [entity, await originCountry(db, channelId, entity)];
  const unknown = await unknownLocations(db, countries, [...new Set(named.map(({ name }) => name))]);
  const first = named.find(({ name }) => unknown.has(name));
  return first ? { row: first.row, message: `${first.field} ${notALocation(first.name)}` } : null;
}
