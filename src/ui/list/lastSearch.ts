/**
 * What each list page of this window was last asked, so that its tab and its menu entry lead back to it. Kept in memory
 * alone, apart by person and country: filters name channels and places of one country.
 */
const last = new Map<string, string>();

const nameOf = (user: string, entity: string, path: string): string => `${user}|${entity}|${path}`;

/** Remembers a page's query, without its "?"; an empty one is a page that was reset. */
export function rememberSearch(user: string, entity: string, path: string, search: string): void {
  last.set(nameOf(user, entity, path), search);
}

/** A page's address with what it was last asked; undefined if it was not opened in this window. */
export function lastAddress(user: string, entity: string, path: string): string | undefined {
  const search = last.get(nameOf(user, entity, path));
  return search === undefined ? undefined : search === '' ? path : `${path}?${search}`;
}
