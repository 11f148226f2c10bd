import { createRoute, type AnyRoute } from '@tanstack/react-router';
import type { Crumb } from '../frame/Breadcrumb.tsx';
import { guarded } from './guarded.tsx';
import { lazyPage } from './lazyPage.ts';

/** The shared audit log is loaded once for all log routes (SHELL-9). */
const LogPage = lazyPage(() => import('./LogPage.tsx'), 'LogPage');

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Feature whose log is shown if the URL specifies none. */
    logCode?: string | null;
  }
}

/**
 * A log route: the shared audit-log page, which requires the feature's read permission (SHELL-10). A mount has no
 * feature code of its own; its log takes the code from the URL.
 */
export function logRoute(
  getParentRoute: () => AnyRoute,
  path: string,
  feature: string | null,
  parent?: (params: Readonly<Record<string, string>>) => Crumb,
  /** Runs first, e.g. to redirect a URL. */
  beforeLoad?: (at: { params: Readonly<Record<string, string>>; search: object }) => void,
): AnyRoute {
  return createRoute({
    getParentRoute,
    path,
    ...(beforeLoad ? { beforeLoad } : {}),
    component: feature === null ? LogPage : guarded(`${feature}.read`, LogPage),
    staticData: {
      logCode: feature,
      meta: params => ({ crumb: 'Operation History', ...(parent ? { parent: parent(params) } : {}) }),
    },
  }) as AnyRoute;
}
