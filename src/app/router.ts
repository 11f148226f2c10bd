import { createRouter } from '@tanstack/react-router';
import { storeProject } from '../sync/network/project.ts';
import { RouteError } from './routes/faults.tsx';
import { routeTree } from './routes/tree.tsx';
import { parseSearch, stringifySearch } from './search.ts';
import { subscribeSession } from './session/sessionStore.ts';
import { projectNameOf } from './subApps.ts';

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // A page's code is loaded ahead; its data comes from what is cached on this device.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  // The page before stays until the next one's code is there.
  defaultPendingMs: 1000,
  // Each route's own, in its page's place: a page's fault leaves the frame.
  defaultErrorComponent: RouteError,
});

// Before the page's first request: what it asks carries its project already (REQ-6).
router.subscribe('onBeforeLoad', ({ toLocation }) => storeProject(projectNameOf(toLocation.pathname)));

const onShellPage = (): boolean => ['/login', '/not-whitelisted'].includes(router.state.location.pathname);

/** What a change of the session, in this tab or another, means for the open page (SHELL-3, ERR-2). */
subscribeSession((next, before) => {
  if (!next) {
    if (before && router.state.location.pathname !== '/login') void router.navigate({ to: '/login', replace: true });
    return;
  }
  if (before && before.session.info.userId !== next.session.info.userId) {
    void router.navigate({ to: '/', replace: true });
    return;
  }
  // A check in the background found out that the person is no longer on the whitelist.
  if (next.session.whitelist?.allowed === false && !onShellPage()) {
    void router.navigate({ to: '/not-whitelisted', replace: true });
  }
});
