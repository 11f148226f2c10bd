import { OWNERS } from '../../contract/owner.ts';
import { FEATURE } from '../../domain/permission.ts';
import type { Filters } from '../../domain/listQuery.ts';
import type { Area } from './tabs.ts';

/**
 * Log link of a serviceable page (SHELL-10, G84; idKey `channel` or `3pl`). Without a chosen channel or 3PL, it shows
 * the log of all of them.
 */
export function operationHistoryHref({ path, scope }: Area, page: string, applied: Filters): string {
  const id = applied[OWNERS[scope].field];
  const suffix = typeof id === 'number' ? `&${scope}=${id}` : '';
  return `${path}/${page}/log?code=${FEATURE.serviceableArea}${suffix}`;
}
