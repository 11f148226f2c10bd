import { COUNTRY_PARAMETER, countryIn } from '../domain/addressCountry.ts';
import { NOT_WHITELISTED, safeRedirect } from '../domain/redirect.ts';

/** The browser's URL, including the country, which the router's own URL lacks. */
export const addressNow = (): string => location.pathname + location.search + location.hash;

/** The country from the browser's URL, for the search parameters of a redirect, which would otherwise lose it. */
export function countryShown(search = location.search): object {
  const country = countryIn(search);
  return country === null ? {} : { [COUNTRY_PARAMETER]: country };
}

/** A path with its country, in the form that the router accepts. */
export function landing(path: string): { to: string; search: object; hash: string } {
  const { pathname, search, hash } = new URL(path, location.origin);
  return { to: pathname, search: Object.fromEntries(new URLSearchParams(search)), hash: hash.slice(1) };
}

/** The `redirect` parameter to keep while signing in; undefined for Home, to keep the URL clean. */
export function redirectFor(href: string): string | undefined {
  const path = safeRedirect(href);
  return path === '/' ? undefined : path;
}

/**
 * Where to send a person who is not on the whitelist, with the page to return to as soon as they are: the page that is
 * open, or the one to which the sign-in page or the Not Whitelisted page would return.
 */
export function notWhitelisted(href = addressNow()): { to: string; search: { redirect?: string }; replace: true } {
  const { pathname, searchParams } = new URL(href, location.origin);
  const onShellPage = pathname === '/login' || pathname === NOT_WHITELISTED;
  const back = redirectFor(onShellPage ? (searchParams.get('redirect') ?? '/') : href);
  return { to: NOT_WHITELISTED, search: back === undefined ? {} : { redirect: back }, replace: true };
}
