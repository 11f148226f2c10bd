import { OWNERS } from '../../contract/owner.ts';
import { FEATURE } from '../../domain/permission.ts';
import type { Filters } from '../../domain/listQuery.ts';
import type { Area } from './tabs.ts';

/**
 * Links to the log of a serviceable page (SHELL-10, G84; idKey `channel` or `3pl`). Without a selected channel or 3PL,
 * the log covers all of them.
 */
export function operationHistoryHref({ path, scope }: Area, page: string, applied: Filters): string {
  const id = applied[OWNERS[scope].field];
  const suffix = typeof id === 'number' ? `&${scope}=${id}` : '';
  return `${path}/${page}/log?code=${FEATURE.serviceableArea}${suffix}`;
}
