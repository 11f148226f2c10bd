import { redirect } from '@tanstack/react-router';
import { countryIn } from '../../domain/addressCountry.ts';
import { formatQ } from '../../domain/listQuery.ts';
import { isOfEntity } from '../../contract/resource.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { recordHref } from '../../screens/shared/recordPath.ts';
import { keyValues } from '../../screens/shared/recordWords.ts';
import type { Wanted } from '../../screens/shared/useAsked.ts';
import { countryShown, landing } from '../redirect.ts';
import { currentSession } from '../session/sessionStore.ts';

/**
 * The redirect to a list, filtered to a record, that opens the record's form or view (G75). A list that is not of a declared
 * resource shows all its records, or those that its search box finds.
 *
 * @param list path of the list
 * @param id the record's key without its country, e.g. "10021/1000004/0" or "BDG-01"
 * @param isSearched whether the list finds a record by its id in its search box
 */
export function toRecord(list: string, action: Wanted['action'], id: string, isSearched = false) {
  const country = currentSession()?.session.info.currentEntity;
  const resource = RESOURCES.find(({ page }) => page?.path === list);
  if (country === undefined || id === '') return redirect({ to: list, search: countryShown(), replace: true });
  if (!resource)
    return redirect({
      to: list,
      search: { ...(isSearched ? { q: formatQ({ q: id }) } : {}), ...countryShown() },
      state: { opens: { action, key: id, id } },
      replace: true,
    });
  const key = isOfEntity(resource) ? `${country}/${id}` : id;
  // An id of the wrong form filters nothing; the list says that it has no such record.
  const isReadable = !Object.values(keyValues(resource, key)).some(Number.isNaN);
  const { to, search } = landing((isReadable ? recordHref(resource.collection, key, null) : undefined) ?? list);
  const named = countryIn(location.search);
  return redirect({
    to,
    search: { ...search, ...countryShown() },
    // A record of another country is not looked up in this one; the list offers to switch.
    state: named === null || named === country ? { opens: { action, key, id } } : {},
    replace: true,
  });
}
