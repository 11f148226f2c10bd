import type { ViewRow } from '../../../contract/views.ts';
import { withCountry } from '../../../domain/addressCountry.ts';
import { formatQ } from '../../../domain/listQuery.ts';
import { parsePreferences, type TablePreferences } from '../../../ui/list/preferences.ts';
import { readUrlState, toSearch, type UrlState } from '../../../ui/list/urlState.ts';

/** A list's state in a saved view. */

/** Filters, sort and page size from the address; not the page, which would differ tomorrow. */
export function queryOf(state: UrlState): string {
  const { q, ...rest } = toSearch({ ...state, page: 1 });
  const parts = Object.entries({ q: formatQ(q ?? {}), ...rest }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  return new URLSearchParams(parts).toString();
}

export const stateOf = ({ query }: Pick<ViewRow, 'query'>): UrlState =>
  readUrlState(Object.fromEntries(new URLSearchParams(query)));

/** Columns and density; the choice of exported columns is not part of it. */
export const looksOf = ({ exportAs: _export, ...looks }: TablePreferences): string => JSON.stringify(looks);

export const preferencesOf = ({ looks }: Pick<ViewRow, 'looks'>, now: TablePreferences): TablePreferences => ({
  ...parsePreferences(looks),
  exportAs: now.exportAs,
});

/**
 * Who may change a view: its owner, and for a shared view also an administrator. `owner` is empty until the server has
 * it.
 */
export const mayChange = ({ owner, shared }: ViewRow, person: { email: string; admin: boolean }): boolean =>
  owner === '' || owner === person.email || (shared && person.admin);

/** Address that opens a view, also for a colleague in another country. */
export const viewHref = ({ id, path, query, country }: ViewRow): string => {
  const parameters = new URLSearchParams(query);
  parameters.set('view', id);
  return path + withCountry(parameters.toString(), country);
};

/** "Serviceable location", "Service codes": the address of a list in words. */
export const pageWords = (path: string): string => {
  const words = path
    .split('/')
    .filter(part => part !== '')
    .slice(1)
    .map(part =>
      part
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .replaceAll('-', ' ')
        .toLowerCase(),
    )
    .join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
