/**
 * The country in a page's URL. Filters and record ids belong to one country, so the URL includes that country and shows
 * the same page to a colleague who works in another one.
 */
import { isCountry, type Country } from './country.ts';

/** The query parameter for the country: "?q=...&country=ID". */
export const COUNTRY_PARAMETER = 'country';

/**
 * The country that a URL refers to, from one person's point of view: their current country, another of their countries,
 * or one that they have no access to.
 */
export type AddressMeaning =
  /** The URL contains no valid country, so the page is about the current one. */
  | { kind: 'unnamed' }
  | { kind: 'current' }
  | { kind: 'other'; country: Country }
  | { kind: 'closed'; country: Country };

/** The value of the query's country parameter, unchanged; null if it is missing. A leading "?" is ignored. */
export const countryIn = (search: string): string | null => new URLSearchParams(search).get(COUNTRY_PARAMETER);

const others = (search: string): string[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter(part => part !== '' && part.split('=')[0] !== COUNTRY_PARAMETER);

const joined = (parts: readonly string[]): string => (parts.length > 0 ? `?${parts.join('&')}` : '');

/** The query without its country parameter; the rest is unchanged. */
export const withoutCountry = (search: string): string => joined(others(search));

/**
 * Whether a query contains another country at least once, which means that its other parameters apply to that country.
 */
export const namesAnother = (search: string, country: Country): boolean =>
  new URLSearchParams(search).getAll(COUNTRY_PARAMETER).some(named => {
    const code = named.toUpperCase();
    return isCountry(code) && code !== country;
  });

/** The query with the given country as its last parameter, replacing any other; the rest is unchanged. */
export const withCountry = (search: string, country: Country): string =>
  joined([...others(search), `${COUNTRY_PARAMETER}=${country}`]);

/** Whether a query contains at most the current country, in which case the person's own defaults apply. */
export const asksNothing = (search: string, current: Country): boolean =>
  withoutCountry(search) === '' && [null, current].includes(countryIn(search) as Country | null);

/**
 * What a URL with the country `named` refers to for a person who works in `current` and may work in `countries`. Codes
 * are matched in any case, because people also type them in lower case.
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
