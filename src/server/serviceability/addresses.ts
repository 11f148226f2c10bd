import { WORDS_MOST, type CheckedAddress } from '../../contract/serviceability.ts';
import { AddressBook, type AddressMatch, type AddressPlace } from '../../domain/addressMatch.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { postcodeForms, postcodeOfPlace, readPostcode } from '../../domain/import/postcodes.ts';
import type { Queryable } from '../db/transaction.ts';
import { badRequest, notFound } from '../base/envelope.ts';
import { Turns } from '../base/turns.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';

/** The result of resolving an address of a call: a place and a postcode in a country. */

export type FoundAddress = Pick<AddressMatch, 'locationId' | 'chain' | 'postcode' | 'unmatched' | 'others'>;

const NOWHERE: FoundAddress = { locationId: 0, chain: [], postcode: '', unmatched: [], others: [] };

/** The address books of countries, each with a stamp of the data from which it was built. */
const books = new Map<Country, { stamp: string; book: Promise<AddressBook> }>();

/** Number of places that are read and added to a book at a time. */
const PAGE = 2_000;

/** Reads the tree page by page, letting other requests run in between. */
async function makeBook(db: Queryable, country: Country): Promise<AddressBook> {
  const book = new AddressBook(country);
  const turns = new Turns();
  for (let after = 0, size = PAGE; size === PAGE;) {
    const { rows } = await db.query<AddressPlace>({
      name: 'check-book',
      text: `SELECT location_id AS "locationId", parent_id AS "parentId", level, name, postcode FROM locations
              WHERE country = $1 AND location_id > $2 ORDER BY location_id LIMIT ${PAGE}`,
      values: [country, after],
    });
    for (const place of rows) {
      book.add(place);
      if (turns.isOver) await turns.next();
    }
    size = rows.length;
    after = rows.at(-1)?.locationId ?? after;
    await yieldToEventLoop();
  }
  return book;
}

/**
 * Returns the address book for the current tree of a country. The last book is kept, because building one takes half a
 * second.
 */
async function bookOf(db: Queryable, country: Country): Promise<AddressBook> {
  const { rows } = await db.query<{ stamp: string }>(
    "SELECT count(*) || '/' || coalesce(sum(version), 0) || '/' || coalesce(max(updated_at), 0) AS stamp FROM locations WHERE country = $1",
    [country],
  );
  const stamp = rows[0]?.stamp ?? '';
  const known = books.get(country);
  if (known?.stamp === stamp) return known.book;
  const book = makeBook(db, country);
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
  /** Postcodes from the place up to its state; empty for places without one. */
  postcodes: string[];
}

/** Returns the places with the given ids. */
async function placesOf(db: Queryable, country: Country, ids: readonly number[]): Promise<Map<number, PlaceRecord>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<PlaceRecord>({
    name: 'check-places',
    text: `SELECT at.location_id AS id, at.level, at.state_id AS state, at.city_id AS city, at.district_id AS district,
                  ARRAY[at.postcode, coalesce(district.postcode, ''), coalesce(city.postcode, ''), coalesce(state.postcode, '')]
                    AS postcodes
             FROM locations at
             LEFT JOIN locations district ON district.location_id = at.district_id
             LEFT JOIN locations city ON city.location_id = at.city_id
             LEFT JOIN locations state ON state.location_id = at.state_id
            WHERE at.country = $1 AND at.location_id = ANY ($2::int8[])`,
    values: [country, ids],
  });
  return new Map(rows.map(row => [row.id, row]));
}

const chainOf = ({ id, level, state, city, district }: PlaceRecord): number[] =>
  [state ?? 0, city ?? 0, district ?? 0, id].map((at, of) => (of === level ? id : at)).slice(0, level + 1);

/** @throws ApiError 400 if the string has more words than an address can have */
function requireFewWords(text: string, at: number): void {
  const words = text.split(/[\s,;|/]+/).filter(word => word !== '').length;
  if (words > WORDS_MOST)
    throw badRequest(
      `Address ${at + 1}: has ${words} words, and an address has at most ${WORDS_MOST}. Leave out anything that is not part of it.`,
    );
}

/**
 * Resolves addresses to places and postcodes, in order. Other requests run in between.
 * @throws ApiError 400 for a string with too many words or a postcode in the wrong format, 404 for a location id
 * outside the country
 */
export async function findAddresses(
  db: Queryable,
  country: Country,
  addresses: readonly CheckedAddress[],
): Promise<FoundAddress[]> {
  const { name, inText } = COUNTRIES[country];
  const places = await placesOf(db, country, [...new Set(addresses.flatMap(({ locationId }) => locationId ?? []))]);
  const byText = addresses.some(({ locationId, text }) => locationId === undefined && text !== undefined);
  const book = byText ? await bookOf(db, country) : null;
  const found: FoundAddress[] = [];
  const turns = new Turns();
  for (const [at, { locationId, postcode = '', text }] of addresses.entries()) {
    if (turns.isOver) await turns.next();
    const typed = postcode === '' ? '' : readPostcode(postcode, country);
    if (typed === null) {
      throw badRequest(
        `Address ${at + 1}: "${postcode}" is not a postcode of ${inText}, which has ${postcodeForms(country)}.`,
      );
    }
    if (locationId !== undefined) {
      const place = places.get(locationId);
      if (!place) throw notFound(`Address ${at + 1}: ${name} has no location ${locationId}.`);
      const own = typed === '' ? postcodeOfPlace(place.postcodes) : typed;
      found.push({ locationId, chain: chainOf(place), postcode: own, unmatched: [], others: [] });
      continue;
    }
    if (text === undefined || !book) {
      found.push({ ...NOWHERE, postcode: typed });
      continue;
    }
    requireFewWords(text, at);
    const { postcode: read, unmatched, corrected, ...match } = book.match(text);
    found.push({ ...match, unmatched: [...unmatched, ...corrected], postcode: typed === '' ? read : typed });
  }
  return found;
}
