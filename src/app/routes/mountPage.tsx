import { createRoute, type AnyRoute } from '@tanstack/react-router';
import type { Mount } from '../../domain/mounts.ts';
import { lazyPage } from './lazyPage.ts';

const MountedPage = lazyPage(() => import('./MountedPage.tsx'), 'MountedPage');

/** A sub-application's mount and all paths below it (SUBAPP-1, SUBAPP-2); the splat also matches the bare path. */
export function mountPage(getParentRoute: () => AnyRoute, mount: Mount): AnyRoute {
  const MountPage = () => <MountedPage mount={mount} />;
  MountPage.preload = async () => await MountedPage.preload?.();
  return createRoute({
    getParentRoute,
    path: `/${mount.path}/$`,
    component: MountPage,
    staticData: { meta: () => ({ crumb: '', fallback: mount.title }), mounted: true },
  }) as AnyRoute;
}
