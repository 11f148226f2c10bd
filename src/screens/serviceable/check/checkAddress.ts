import { readOwnerKey, type OwnerKey } from '../../../contract/owner.ts';
import { CHECK_SCENARIOS, type CheckScenario } from '../../../domain/serviceability.ts';

/** The URL of the check page, which contains the query, so that it can be shared and reopened. */

export interface CheckState {
  /** The address as typed. */
  address: string;
  other: string;
  scenario: CheckScenario;
  shop: 0 | 1;
  /** The channel or 3PL whose steps are expanded; null for none. */
  open: OwnerKey | null;
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Parses the page's URL; missing values get the page's defaults. */
export function readCheck(search: Readonly<Record<string, unknown>>): CheckState {
  const { address, other, scenario, shop, open } = search;
  return {
    address: text(address),
    other: text(other),
    scenario: CHECK_SCENARIOS.find(({ value }) => value === scenario)?.value ?? 'checkout',
    shop: Number(shop) === 1 ? 1 : 0,
    open: readOwnerKey(open),
  };
}

/** The values that differ from the page's defaults, as search parameters. */
export function writeCheck({ address, other, scenario, shop, open }: CheckState): Record<string, string | number> {
  return {
    ...(address === '' ? {} : { address }),
    ...(other === '' ? {} : { other }),
    ...(scenario === 'checkout' ? {} : { scenario }),
    ...(shop === 0 ? {} : { shop }),
    ...(open === null ? {} : { open }),
  };
}
