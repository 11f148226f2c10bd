import { createRoute, useNavigate, type AnyRoute } from '@tanstack/react-router';
import { useUi } from '../../ui/UiContext.ts';
import { useShell } from '../appContext.ts';
import type { Mount } from '../subApps.ts';
import { guarded } from './guarded.tsx';
import { lazyPage } from './lazyPage.ts';

const NotBuiltScreen = lazyPage(() => import('../../screens/notBuilt/NotBuiltScreen.tsx'), 'NotBuiltScreen');

interface UnbuiltOptions {
  name: string;
  feature: string;
  /** Address of the page's log, which exists already. */
  history: string;
}

/** A carrier page that is not built yet; its log is real. */
export function unbuiltPage(getParentRoute: () => AnyRoute, path: string, options: UnbuiltOptions): AnyRoute {
  function UnbuiltPage() {
    const { can } = useUi();
    const navigate = useNavigate();
    const name = useShell().place?.entry.name ?? options.name;
    const onHistory = (): void => void navigate({ to: options.history, search: { code: options.feature } });
    return (
      <NotBuiltScreen
        name={name}
        about="Its operation history can be read already."
        onHome={() => void navigate({ to: '/' })}
        onHistory={can(`${options.feature}.read`) ? onHistory : undefined}
      />
    );
  }
  UnbuiltPage.preload = async () => await NotBuiltScreen.preload?.();
  return createRoute({
    getParentRoute,
    path,
    component: guarded(options.feature, UnbuiltPage),
    staticData: { meta: () => ({ crumb: '', fallback: options.name }), later: true },
  }) as AnyRoute;
}

/** A sub-application's mount and all that lies below it (SUBAPP-1, SUBAPP-2): the splat matches the bare path too. */
export function mountPage(getParentRoute: () => AnyRoute, mount: Mount): AnyRoute {
  function MountPage() {
    const navigate = useNavigate();
    const name = useShell().place?.entry.name ?? mount.title;
    return <NotBuiltScreen name={name} onHome={() => void navigate({ to: '/' })} />;
  }
  MountPage.preload = async () => await NotBuiltScreen.preload?.();
  return createRoute({
    getParentRoute,
    path: `/${mount.path}/$`,
    component: MountPage,
    staticData: { meta: () => ({ crumb: '', fallback: mount.title }), later: true },
  }) as AnyRoute;
}
