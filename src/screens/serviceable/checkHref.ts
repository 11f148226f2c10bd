import { keyOfOwner, OWNERS, type IdScope } from '../../contract/owner.ts';
import type { Row } from '../../sync/types.ts';

/** URL of the address check (screens/serviceable/check), filled in from a row of a list. */

export const CHECK_PATH = '/carrier/serviceability';

/**
 * Checks a row's place or postcode for the row's type, with its channel or 3PL expanded. For a route, both ends are
 * checked.
 */
export function checkHref(scope: IdScope, row: Row): string {
  const { locationId, zipcode, fromLocationId, toLocationId, type, applicableType } = row;
  const id = Number(row[OWNERS[scope].field]);
  const parameters: Record<string, unknown> = {
    address: locationId ?? zipcode ?? toLocationId ?? '',
    ...(fromLocationId === undefined ? {} : { other: fromLocationId }),
    ...(Number(type ?? applicableType) === 1 ? { shop: 1 } : {}),
    open: keyOfOwner({ kind: scope, id }),
  };
  return `${CHECK_PATH}?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')}`;
}
