/// <reference lib="webworker" />
import { cacheNames, clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { drainHere } from '../../sync/engine/createDrain.ts';
import { isLazyAsset, keepFormerBuild, serveLazyAsset } from './lazyAssets.ts';
import { createPushHandlers } from './push.ts';
import { mountOfFile, serveSubApp } from './subApps.ts';
import { createSyncHandler } from './syncEvent.ts';

/**
 * Service worker (invariant SW1): it caches only the app shell and static assets, never a response from /api. A waiting
 * version takes over only when a page requests it, so that no open form loses the code with which it was loaded. At a
 * background sync, the worker sends the queue if no engine does (OB2). Wiring only.
 */
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

const manifest = self.__WB_MANIFEST;
const own = new Set(
  manifest.map(entry => new URL(typeof entry === 'string' ? entry : entry.url, self.location.href).pathname),
);
self.addEventListener('install', event => {
  // If there is no room for the files, old tabs must reload; the new build is installed anyway.
  event.waitUntil(keepFormerBuild(self.caches, cacheNames.precache, own).catch(() => undefined));
});

/** Routes handled by the browser itself; missing from TypeScript's platform typings, and from some browsers. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?: (rules: { condition: object; source: 'network' }[]) => Promise<void>;
}
self.addEventListener('install', event => {
  // API calls go straight to the network, so that they do not wake this worker.
  const routed = (event as RoutingInstallEvent).addRoutes?.([
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
  ]);
  event.waitUntil(Promise.resolve(routed).catch(() => undefined));
});

clientsClaim();
cleanupOutdatedCaches();
precacheAndRoute(manifest);

registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api(\/|$)/] }));
registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && request.method === 'GET' && mountOfFile(url.pathname) !== undefined,
  ({ request, url }) => serveSubApp(request, mountOfFile(url.pathname) ?? '', self.caches),
);
registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && request.method === 'GET' && isLazyAsset(url.pathname),
  ({ request }) => serveLazyAsset(request, self.caches),
);

self.addEventListener('message', event => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

/** A background sync event, which is missing from TypeScript's platform typings. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
const onSync = createSyncHandler(drainHere);
self.addEventListener('sync', event => (event as SyncEvent).waitUntil(onSync((event as SyncEvent).tag)));

const { onPush, onClick } = createPushHandlers(self);
self.addEventListener('push', event => event.waitUntil(onPush(event.data)));
self.addEventListener('notificationclick', event => event.waitUntil(onClick(event.notification)));
