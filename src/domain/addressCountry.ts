/**
 * The country in the address of a page. Filters and record ids are one country's, so an address says which: it then means
 * the same to a colleague who works in another one.
 */
import { isCountry, type Country } from './country.ts';

/** The address's parameter that names the country: "?q=...&country=ID". */
export const COUNTRY_PARAMETER = 'country';

/** What an address means for a person: data of the country they work in, of another one of theirs, or of one that is closed to them. */
export type AddressMeaning =
  /** It names no country, or what is none: the page is of the current one. */
  | { kind: 'unnamed' }
  | { kind: 'current' }
  | { kind: 'other'; country: Country }
  | { kind: 'closed'; country: Country };

/** The country that a query names, as it is written there; null if it names none. A leading "?" does not matter. */
export const countryIn = (search: string): string | null => new URLSearchParams(search).get(COUNTRY_PARAMETER);

const others = (search: string): string[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter(part => part !== '' && part.split('=')[0] !== COUNTRY_PARAMETER);

const joined = (parts: readonly string[]): string => (parts.length > 0 ? `?${parts.join('&')}` : '');

/** The query without its country; the rest letter by letter. */
export const withoutCountry = (search: string): string => joined(others(search));

/** Whether a query names a country, once at least, that is not this one: what else it names is of that country. */
export const namesAnother = (search: string, country: Country): boolean =>
  new URLSearchParams(search).getAll(COUNTRY_PARAMETER).some(named => {
    const code = named.toUpperCase();
    return isCountry(code) && code !== country;
  });

/** The query with this country as its last parameter, instead of any other; the rest letter by letter. */
export const withCountry = (search: string, country: Country): string =>
  joined([...others(search), `${COUNTRY_PARAMETER}=${country}`]);

/** Whether a query asks for nothing but, perhaps, the current country: what a person's own default fills. */
export const asksNothing = (search: string, current: Country): boolean =>
  withoutCountry(search) === '' && [null, current].includes(countryIn(search) as Country | null);

/**
 * What an address that names `named` means for who works in `current` now and may work in `countries`. People type codes in
 * small letters, too.
 */
export function meaningOf(
  named: string | null,
  { current, countries }: { current: Country; countries: readonly Country[] },
): AddressMeaning {
  const country = named?.toUpperCase();
  if (!isCountry(country)) return { kind: 'unnamed' };
  if (country === current) return { kind: 'current' };
  return { kind: countries.includes(country) ? 'other' : 'closed', country };
}
