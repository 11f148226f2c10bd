/** The address that signing in returns to (ERR-2, G76): only a path of this console, never another host or the API. */

const SIGN_IN = '/login';

/**
 * The path to go to after signing in, from the address's `redirect`. Anything that could leave this origin ("//host",
 * "/\host", "https:", control characters that browsers strip), the API and the sign-in page itself become "/".
 */
export function safeRedirect(redirect: unknown): string {
  if (typeof redirect !== 'string' || !redirect.startsWith('/')) return '/';
  // Browsers read a backslash as a slash and drop tabs and line breaks before they resolve an address.
  if ([...redirect].some(letter => letter === '\\' || letter < ' ')) return '/';
  const base = 'https://console.invalid';
  let url: URL;
  try {
    url = new URL(redirect, base);
  } catch {
    return '/';
  }
  if (url.origin !== base || url.pathname.startsWith('//')) return '/';
  if (isUnder(url.pathname, SIGN_IN) || isUnder(url.pathname, '/api')) return '/';
  return url.pathname + url.search + url.hash;
}

const isUnder = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`);
