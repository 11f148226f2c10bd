import type { Country } from '../../domain/country.ts';
import { readPostcode } from '../../domain/import/postcodes.ts';
import { baseOf } from './places/tree.ts';

/** A place for which postcodes are generated. */
export interface PostPlace {
  id: number;
  level: number;
  /** The postcode according to the country's source; most places have none. */
  postcode: string;
}

/**
 * Generates the codes of a place from its number within the country. They are made up, but have the country's format.
 */
type Make = (n: number) => readonly string[];

const digits = (value: number, length: number): string => String(Math.floor(value)).padStart(length, '0');

/** Number of codes per planning area in Singapore, where each building has a code of its own. */
const BUILDINGS = 20;

/**
 * Countries for which codes are generated; the sources for Malaysia and Taiwan contain real ones. Each place at one
 * level gets a code. As with real codes, they ascend across the country.
 */
const MADE: Readonly<Partial<Record<Country, { level: number; make: Make }>>> = {
  ID: { level: 2, make: n => [digits(10_110 + n * 0.9, 5)] },
  PH: { level: 2, make: n => [digits(1_000 + n * 0.2, 4)] },
  SG: {
    level: 1,
    make: n => Array.from({ length: BUILDINGS }, (_, at) => digits(n, 2) + digits((at * 487 + n * 13) % 10_000, 4)),
  },
  TH: { level: 1, make: n => [digits(1_000 + n * 8.5, 4) + '0'] },
  VN: { level: 1, make: n => [digits(100_000 + n * 250, 6)] },
  BR: { level: 1, make: n => [`${digits(1_000 + n * 17, 5)}-000`] },
};

/** Returns a country's postcodes without duplicates, in the order of the places. */
export function postcodesOf(country: Country, places: readonly PostPlace[]): string[] {
  const made = MADE[country];
  const codes = new Set<string>();
  // Adds a code in the form in which every write stores it.
  const add = (code: string): void => {
    const read = readPostcode(code, country);
    if (read !== null) codes.add(read);
  };
  for (const { id, level, postcode } of places) {
    if (!made && postcode !== '') add(postcode);
    if (made?.level === level) for (const code of made.make(id - baseOf(country))) add(code);
  }
  return [...codes];
}
