import { OWNERS } from '../../contract/owner.ts';
import type { Filters } from '../../domain/listQuery.ts';
import type { Area } from './tabs.ts';

/** What a tab calls the applicable type; a configuration and what is not a tab have none. */
const TYPE_KEYS: readonly (readonly [RegExp, string])[] = [
  [/(^|-)(location|postcode)$/, 'type'],
  [/^(zone|route)-limit$/, 'applicableType'],
];
const typeKey = (page: string): string | undefined => TYPE_KEYS.find(([pages]) => pages.test(page))?.[1];

/**
 * The filters that a tab begins with when it is opened from another one: the same channel or 3PL, and the same applicable type, which the
 * tabs call by two names.
 *
 * @param q filters of the tab that is open
 */
export function tabBegin({ scope }: Area, page: string, q: Filters): Filters {
  const { field } = OWNERS[scope];
  if (typeof q[field] !== 'number') return {};
  const key = typeKey(page);
  const type = q['type'] ?? q['applicableType'];
  return { [field]: q[field], ...(key !== undefined && typeof type === 'number' ? { [key]: type } : {}) };
}
