import { Workbox } from 'workbox-window';
import { reportError } from './monitoring.ts';

/** The service worker; loaded after the first paint. */

/** Interval in milliseconds at which an open tab checks for a newer service worker. */
const LOOK_EVERY = 60 * 60 * 1000;
/** Initial delay, in milliseconds, before a failed registration is retried. */
const AGAIN_AFTER = 10_000;
/** Maximum time in milliseconds that a reload waits for the new version to be installed. */
const TAKE_OVER_MOST = 10_000;

const failed = (error: unknown): void => reportError('service worker', error);

/**
 * Registers /sw.js after the first paint; there is none in development. `onWaiting` is called when a newer version is
 * waiting. A failure is only logged (VER-5): the console then works without the cached shell.
 */
export function registerServiceWorker(onWaiting: () => void): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workbox = new Workbox('/sw.js');
  workbox.addEventListener('waiting', onWaiting);
  const register = (pause: number): void =>
    void workbox.register({ immediate: true }).then(
      () => setInterval(() => void workbox.update().catch(failed), LOOK_EVERY),
      (error: unknown) => {
        failed(error);
        // Retries, so that a server that is unreachable during the first visit does not prevent the shell from being
        // cached later.
        setTimeout(() => register(Math.min(2 * pause, LOOK_EVERY)), pause);
      },
    );
  register(AGAIN_AFTER);
}

/** Resolves to the registration once a running update has been installed. */
async function newest(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return undefined;
  if (!registration.waiting && !registration.installing) await registration.update();
  const { installing } = registration;
  if (installing) {
    await new Promise<void>(resolve => {
      const look = () => {
        if (installing.state !== 'installing') resolve();
      };
      installing.addEventListener('statechange', look);
      look();
    });
  }
  return registration;
}

/** Loads the new version in the background, so that it is ready when the person requests it. */
export const fetchUpdate = (): Promise<void> => newest().then(() => undefined, failed);

/**
 * Makes a newer version take over, so that the next load shows it (VER-5). The browser delays this for minutes while
 * the old one has work in progress. If the network is available, the old one is then unregistered instead, so that the
 * next load comes from the server and registers the new one.
 *
 * @param online whether the server is currently reachable
 */
export async function takeOver(online: boolean): Promise<void> {
  const done = (async () => {
    const waiting = (await newest())?.waiting;
    if (!waiting) return;
    const controlled = new Promise<void>(resolve => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
    waiting.postMessage({ type: 'SKIP_WAITING' });
    await controlled;
  })().then(() => true, failed);
  const late = new Promise<false>(resolve => setTimeout(() => resolve(false), TAKE_OVER_MOST));
  if ((await Promise.race([done, late])) === false && online) {
    await navigator.serviceWorker
      .getRegistration()
      .then(registration => registration?.unregister())
      .catch(failed);
  }
}
