import { safeRedirect } from '../domain/redirect.ts';

/** The `redirect` to carry while signing in; undefined for home, so that the address stays clean. */
export function redirectFor(href: string): string | undefined {
  const path = safeRedirect(href);
  return path === '/' ? undefined : path;
}
