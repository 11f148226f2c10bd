import { redirect } from '@tanstack/react-router';
import { countryIn } from '../../domain/addressCountry.ts';
import { isOfEntity } from '../../contract/resource.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { recordHref } from '../../screens/shared/recordPath.ts';
import { keyValues } from '../../screens/shared/recordWords.ts';
import type { Wanted } from '../../screens/shared/WantedRecord.tsx';
import { countryShown, landing } from '../redirect.ts';
import { currentSession } from '../session/sessionStore.ts';

/**
 * The redirect to a list, filtered to a record, that opens the record's form or view (G75).
 *
 * @param list path of the list
 * @param id the record's key without its country, e.g. "10021/1000004/0" or "BDG-01"
 */
export function toRecord(list: string, action: Wanted['action'], id: string) {
  const country = currentSession()?.session.info.currentEntity;
  const resource = RESOURCES.find(({ page }) => page?.path === list);
  if (!resource || country === undefined || id === '')
    return redirect({ to: list, search: countryShown(), replace: true });
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
