/**
 * The path to return to after signing in (ERR-2, G76). It is always a path within this console, never another host or
 * the API.
 */

const SIGN_IN = '/login';
/** The page of a person who is not on the whitelist (SHELL-3). */
export const NOT_WHITELISTED = '/not-whitelisted';

/**
 * The path to return to after signing in, from the URL's `redirect` parameter. Anything that could leave this origin
 * ("//host", "/\host", "https:", control characters that browsers strip), the API, the sign-in page itself and the
 * Not Whitelisted page are replaced by "/".
 */
export function safeRedirect(redirect: unknown): string {
  if (typeof redirect !== 'string' || !redirect.startsWith('/')) return '/';
  // Browsers treat a backslash as a slash, and remove tabs and line breaks before they resolve a URL.
  if ([...redirect].some(letter => letter === '\\' || letter < ' ')) return '/';
  const base = 'https://console.invalid';
  let url: URL;
  try {
    url = new URL(redirect, base);
  } catch {
    return '/';
  }
  if (url.origin !== base || url.pathname.startsWith('//')) return '/';
  if ([SIGN_IN, NOT_WHITELISTED, '/api'].some(parent => isUnder(url.pathname, parent))) return '/';
  return url.pathname + url.search + url.hash;
}

const isUnder = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`);
