import type { ViewRow } from '../../../contract/views.ts';
import { withCountry } from '../../../domain/addressCountry.ts';
import { formatQ } from '../../../domain/listQuery.ts';
import { parsePreferences, type TablePreferences } from '../../../ui/list/preferences.ts';
import { readUrlState, toSearch, type UrlState } from '../../../ui/list/urlState.ts';

/** The state of a list as stored in a saved view. */

/**
 * The filters, sort order and page size from the URL; the page is omitted, because its rows would be different
 * tomorrow.
 */
export function queryOf(state: UrlState): string {
  const { q, ...rest } = toSearch({ ...state, page: 1 });
  const parts = Object.entries({ q: formatQ(q ?? {}), ...rest }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  return new URLSearchParams(parts).toString();
}

export const stateOf = ({ query }: Pick<ViewRow, 'query'>): UrlState =>
  readUrlState(Object.fromEntries(new URLSearchParams(query)));

/** The columns and the density; the choice of exported columns is not included. */
export const looksOf = ({ exportAs: _export, ...looks }: TablePreferences): string => JSON.stringify(looks);

export const preferencesOf = ({ looks }: Pick<ViewRow, 'looks'>, now: TablePreferences): TablePreferences => ({
  ...parsePreferences(looks),
  exportAs: now.exportAs,
});

/**
 * Whether a person may change a view: its owner may and, for a shared view, so may an administrator. `owner` is empty
 * until the server has the view.
 */
export const mayChange = ({ owner, shared }: ViewRow, person: { email: string; admin: boolean }): boolean =>
  owner === '' || owner === person.email || (shared && person.admin);

/** The URL that opens a view, even for a colleague in another country. */
export const viewHref = ({ id, path, query, country }: ViewRow): string => {
  const parameters = new URLSearchParams(query);
  parameters.set('view', id);
  return path + withCountry(parameters.toString(), country);
};

/** The name of the list at a path, e.g. "Serviceable location" or "Service codes". */
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
