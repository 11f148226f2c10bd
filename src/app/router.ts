import { createRouter } from '@tanstack/react-router';
import { NOT_WHITELISTED } from '../domain/redirect.ts';
import { storeProject } from '../sync/network/project.ts';
import { notWhitelisted } from './redirect.ts';
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
  // A page's code is preloaded; its data comes from the local cache.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  // The previous page stays visible until the next one's code is loaded.
  defaultPendingMs: 1000,
  // Each route shows its errors in place of its page, so that the frame is unaffected.
  defaultErrorComponent: RouteError,
});

// Set before the page's first request, so that its requests already specify its project (REQ-6).
router.subscribe('onBeforeLoad', ({ toLocation }) => storeProject(projectNameOf(toLocation.pathname)));

const onShellPage = (): boolean => ['/login', NOT_WHITELISTED].includes(router.state.location.pathname);

/** Applies a session change, made in this tab or another, to the open page (SHELL-3, ERR-2). */
subscribeSession((next, before) => {
  if (!next) {
    if (before && router.state.location.pathname !== '/login') void router.navigate({ to: '/login', replace: true });
    return;
  }
  if (before && before.session.info.userId !== next.session.info.userId) {
    void router.navigate({ to: '/', replace: true });
    return;
  }
  // A background check found that the person was removed from the whitelist.
  if (next.session.whitelist?.allowed === false && !onShellPage()) {
    void router.navigate(notWhitelisted());
  }
});
