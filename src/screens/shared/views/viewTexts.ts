import type { ViewRow } from '../../../contract/views.ts';
import { formatQ } from '../../../domain/listQuery.ts';
import { parsePreferences, type TablePreferences } from '../../../ui/list/preferences.ts';
import { readUrlState, toSearch, type UrlState } from '../../../ui/list/urlState.ts';

/** A list as a saved view keeps it. */

/** Filters, sort and page size as the address has them; not the page, which is another one tomorrow. */
export function queryOf(state: UrlState): string {
  const { q, ...rest } = toSearch({ ...state, page: 1 });
  const parts = Object.entries({ q: formatQ(q ?? {}), ...rest }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  return new URLSearchParams(parts).toString();
}

export const stateOf = ({ query }: Pick<ViewRow, 'query'>): UrlState =>
  readUrlState(Object.fromEntries(new URLSearchParams(query)));

/** Columns and density; what a person exports is no part of it. */
export const looksOf = ({ exportAs: _export, ...looks }: TablePreferences): string => JSON.stringify(looks);

export const preferencesOf = ({ looks }: Pick<ViewRow, 'looks'>, now: TablePreferences): TablePreferences => ({
  ...parsePreferences(looks),
  exportAs: now.exportAs,
});

/** Who may change a view: its owner, and of a shared one an administrator. `owner` is empty until the server has it. */
export const mayChange = ({ owner, shared }: ViewRow, person: { email: string; admin: boolean }): boolean =>
  owner === '' || owner === person.email || (shared && person.admin);

/** Address that opens a view, for a colleague in another country too. */
export const viewHref = ({ id, path, query, country }: ViewRow): string => {
  const parameters = new URLSearchParams(query);
  parameters.set('view', id);
  parameters.set('country', country);
  return `${path}?${parameters.toString()}`;
};

const defaultKey = (userKey: string, entity: string, screen: string): string =>
  `ops-view/${userKey}/${entity}/${screen}`;

/** Id of the view that a screen opens with, as the person chose it on this device; null for none. */
export function defaultView(userKey: string, entity: string, screen: string): string | null {
  try {
    return localStorage.getItem(defaultKey(userKey, entity, screen));
  } catch {
    return null;
  }
}

/** Makes a view the one that a screen opens with; null: none. */
export function setDefaultView(userKey: string, entity: string, screen: string, id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(defaultKey(userKey, entity, screen));
    else localStorage.setItem(defaultKey(userKey, entity, screen), id);
  } catch {
    // A full or forbidden storage only forgets it.
  }
}
