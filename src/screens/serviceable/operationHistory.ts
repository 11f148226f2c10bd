import { FEATURE } from '../../domain/permission.ts';
import type { Filters } from '../../domain/listQuery.ts';
import { SERVICEABLE_PATH, type ServiceablePage } from './tabs.ts';

/** Log link of a serviceable page (SHELL-10; idKey `channel`). Without a chosen channel it shows every channel's log. */
export function operationHistoryHref(page: ServiceablePage, applied: Filters): string {
  const channel = applied['channelId'];
  const suffix = typeof channel === 'number' ? `&channel=${channel}` : '';
  return `${SERVICEABLE_PATH}/${page}/log?code=${FEATURE.serviceableArea}${suffix}`;
}
