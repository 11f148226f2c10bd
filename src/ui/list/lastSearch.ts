/**
 * The last query of each list page in this window, so that its tab and menu entry return to it. Kept only in memory,
 * per person and country, because filters refer to the channels and places of one country.
 */
const last = new Map<string, string>();

const nameOf = (user: string, entity: string, path: string): string => `${user}|${entity}|${path}`;

/** Remembers a page's query, without its "?"; an empty query means that the page was reset. */
export function rememberSearch(user: string, entity: string, path: string, search: string): void {
  last.set(nameOf(user, entity, path), search);
}

/** A page's URL with its last query; undefined if the page has not been opened in this window. */
export function lastAddress(user: string, entity: string, path: string): string | undefined {
  const search = last.get(nameOf(user, entity, path));
  return search === undefined ? undefined : search === '' ? path : `${path}?${search}`;
}
