import { OWNERS } from '../../contract/owner.ts';
import type { Filters } from '../../domain/listQuery.ts';
import type { Area } from './tabs.ts';

/** Each page's filter for the applicable type; configurations and pages that are not tabs have none. */
const TYPE_KEYS: readonly (readonly [RegExp, string])[] = [
  [/(^|-)(location|postcode)$/, 'type'],
  [/^(zone|route)-limit$/, 'applicableType'],
];
const typeKey = (page: string): string | undefined => TYPE_KEYS.find(([pages]) => pages.test(page))?.[1];

/**
 * The initial filters of a tab opened from another one: the same channel or 3PL, and the same applicable type, whose
 * filter has a different name on some tabs.
 *
 * @param q filters of the current tab
 */
export function tabBegin({ scope }: Area, page: string, q: Filters): Filters {
  const { field } = OWNERS[scope];
  if (typeof q[field] !== 'number') return {};
  const key = typeKey(page);
  const type = q['type'] ?? q['applicableType'];
  return { [field]: q[field], ...(key !== undefined && typeof type === 'number' ? { [key]: type } : {}) };
}
