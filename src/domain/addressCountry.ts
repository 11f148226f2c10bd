/**
 * The country in the address of a page. Filters and record ids belong to one country, so the address names it and means
 * the same to a colleague who works in another country.
 */
import { isCountry, type Country } from './country.ts';

/** The query parameter that names the country: "?q=...&country=ID". */
export const COUNTRY_PARAMETER = 'country';

/**
 * What an address refers to for a person: the country they work in, another of their countries, or one that is closed
 * to them.
 */
export type AddressMeaning =
  /** The address names no valid country, so the page belongs to the current one. */
  | { kind: 'unnamed' }
  | { kind: 'current' }
  | { kind: 'other'; country: Country }
  | { kind: 'closed'; country: Country };

/** The country in a query, as written there; null if it has none. A leading "?" is ignored. */
export const countryIn = (search: string): string | null => new URLSearchParams(search).get(COUNTRY_PARAMETER);

const others = (search: string): string[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter(part => part !== '' && part.split('=')[0] !== COUNTRY_PARAMETER);

const joined = (parts: readonly string[]): string => (parts.length > 0 ? `?${parts.join('&')}` : '');

/** The query without its country; the rest is unchanged. */
export const withoutCountry = (search: string): string => joined(others(search));

/** Whether a query names another country at least once: its other parameters then belong to that country. */
export const namesAnother = (search: string, country: Country): boolean =>
  new URLSearchParams(search).getAll(COUNTRY_PARAMETER).some(named => {
    const code = named.toUpperCase();
    return isCountry(code) && code !== country;
  });

/** The query with this country as its last parameter, replacing any other; the rest is unchanged. */
export const withCountry = (search: string, country: Country): string =>
  joined([...others(search), `${COUNTRY_PARAMETER}=${country}`]);

/** Whether a query has no parameters other than the current country, in which case a person's own default applies. */
export const asksNothing = (search: string, current: Country): boolean =>
  withoutCountry(search) === '' && [null, current].includes(countryIn(search) as Country | null);

/**
 * What an address with the country `named` refers to for a person who works in `current` and may work in `countries`.
 * People also type codes in lower case.
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
