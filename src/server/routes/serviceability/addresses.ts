import type { CheckedAddress } from '../../../contract/serviceability.ts';
import { AddressBook, type AddressMatch, type AddressPlace } from '../../../domain/addressMatch.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { postcodeForms, readPostcode } from '../../../domain/import/postcodes.ts';
import type { Queryable } from '../../db/transaction.ts';
import { badRequest, notFound } from '../../http/envelope.ts';

/** What the addresses of a call mean: places and postcodes of a country. */

export type FoundAddress = Pick<AddressMatch, 'locationId' | 'chain' | 'postcode' | 'unmatched'>;

const NOWHERE: FoundAddress = { locationId: 0, chain: [], postcode: '', unmatched: [] };

/** The books of the countries, with what they were made from. */
const books = new Map<Country, { stamp: string; book: Promise<AddressBook> }>();

/** The address book of a country's tree as it is now; one is kept, since it takes half a second to make. */
async function bookOf(db: Queryable, country: Country): Promise<AddressBook> {
  const { rows } = await db.query<{ stamp: string }>(
    "SELECT count(*) || '/' || coalesce(sum(version), 0) || '/' || coalesce(max(updated_at), 0) AS stamp FROM locations WHERE country = $1",
    [country],
  );
  const stamp = rows[0]?.stamp ?? '';
  const known = books.get(country);
  if (known?.stamp === stamp) return known.book;
  const book = db
    .query<AddressPlace>(
      `SELECT location_id AS "locationId", parent_id AS "parentId", level, name, postcode FROM locations
        WHERE country = $1 ORDER BY location_id`,
      [country],
    )
    .then(found => AddressBook.of(country, found.rows));
  books.set(country, { stamp, book });
  book.catch(() => books.delete(country));
  return book;
}

interface PlaceRecord {
  id: number;
  level: number;
  state: number | null;
  city: number | null;
  district: number | null;
  postcode: string;
}

/** Places by their ids. */
async function placesOf(db: Queryable, country: Country, ids: readonly number[]): Promise<Map<number, PlaceRecord>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<PlaceRecord>({
    name: 'check-places',
    text: `SELECT location_id AS id, level, state_id AS state, city_id AS city, district_id AS district, postcode
             FROM locations WHERE country = $1 AND location_id = ANY ($2::int8[])`,
    values: [country, ids],
  });
  return new Map(rows.map(row => [row.id, row]));
}

const chainOf = ({ id, level, state, city, district }: PlaceRecord): number[] =>
  [state ?? 0, city ?? 0, district ?? 0, id].map((at, of) => (of === level ? id : at)).slice(0, level + 1);

/**
 * Finds places and postcodes of addresses, in their order.
 * @throws ApiError 404 for a location id that the country does not have, 400 for a postcode of another form
 */
export async function findAddresses(
  db: Queryable,
  country: Country,
  addresses: readonly CheckedAddress[],
): Promise<FoundAddress[]> {
  const { name } = COUNTRIES[country];
  const places = await placesOf(db, country, [...new Set(addresses.flatMap(({ locationId }) => locationId ?? []))]);
  const byText = addresses.some(({ locationId, text }) => locationId === undefined && text !== undefined);
  const book = byText ? await bookOf(db, country) : null;
  return addresses.map(({ locationId, postcode = '', text }, at) => {
    const typed = postcode === '' ? '' : readPostcode(postcode, country);
    if (typed === null) {
      throw badRequest(
        `Address ${at + 1}: "${postcode}" is no postcode of ${name}, which has ${postcodeForms(country)}.`,
      );
    }
    if (locationId !== undefined) {
      const place = places.get(locationId);
      if (!place) throw notFound(`Address ${at + 1}: ${name} has no location ${locationId}.`);
      return { locationId, chain: chainOf(place), postcode: typed === '' ? place.postcode : typed, unmatched: [] };
    }
    if (text === undefined || !book) return { ...NOWHERE, postcode: typed };
    const { postcode: read, unmatched, corrected, ...match } = book.match(text);
    const found = { ...match, unmatched: [...unmatched, ...corrected] };
    return { ...found, postcode: typed === '' ? read : typed };
  });
}
