/**
 * Parses and writes the URL's query: `q` stays the JSON string written by the list screens (LIST-6), integers stay
 * unquoted (`page=2`), and all other values are strings. The router's own rules would quote strings that look like
 * JSON. The country is only in the browser's URL (`src/app/address`): the router treats the URLs of one page in two
 * countries as the same.
 */
import { COUNTRY_PARAMETER } from '../domain/addressCountry.ts';

export type SearchValue = string | number;
export type Search = Record<string, SearchValue>;

/** Parameters that are strings even if they look like a number. */
const TEXTS: ReadonlySet<string> = new Set(['q', 'redirect', 'code']);

const WHOLE = /^(0|-?[1-9]\d*)$/;

/** "007", "1e3" and numbers above 2^53 stay strings, so that a URL round-trips unchanged. */
function parseValue(key: string, text: string): SearchValue {
  if (TEXTS.has(key) || !WHOLE.test(text)) return text;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** Parses "?page=2&q=%7B...%7D", ignoring the country. If a parameter occurs twice, the last value wins. */
export function parseSearch(search: string): Search {
  const found: Search = {};
  for (const [key, text] of new URLSearchParams(search)) {
    if (key !== COUNTRY_PARAMETER) found[key] = parseValue(key, text);
  }
  return found;
}

/** Writes the query with its "?", or "" if no value is set. Objects are written as JSON; missing values are omitted. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const out = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue;
    out.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value as SearchValue | boolean));
  }
  const text = out.toString();
  return text ? `?${text}` : '';
}
