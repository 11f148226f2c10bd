import { reportError } from './monitoring.ts';
import { bootSession, currentSession, refreshBehind, subscribeSession } from './session/sessionStore.ts';

/**
 * Minimum and maximum time to wait for the first list to be painted before other work may use the network and the CPU.
 */
const AFTER_FIRST_PAINT = 2500;
const AT_LAST = 10_000;

/**
 * Runs after the first paint: applies the country from the URL, registers the service worker, starts activity and the
 * release notice, and refreshes the session.
 */
export function startBehind(): void {
  addEventListener('unhandledrejection', event => reportError('promise', event.reason));
  const report = (error: unknown): void => reportError('start', error);
  const start = () => void behind().catch(report);
  void keepCountry().catch(report);
  setTimeout(() => {
    const engine = currentSession()?.client.engine;
    if (!engine) return start();
    // On a slow connection, the list has not been loaded yet.
    const atLast = new Promise<void>(resolve => setTimeout(resolve, AT_LAST - AFTER_FIRST_PAINT));
    void Promise.race([engine.over, atLast]).then(start);
  }, AFTER_FIRST_PAINT);
}

/**
 * If the server became unreachable during the first visit, the code is requested again at increasing intervals for as
 * long as the page is open.
 */
async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = 10_000; ; pause = Math.min(2 * pause, 60 * 60 * 1000)) {
    try {
      return await load();
    } catch (error) {
      reportError('start', error);
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }
}

/**
 * Runs right after the first list, so that a person who opened another country's URL learns of it before doing anything
 * there.
 */
async function keepCountry(): Promise<void> {
  const opened = await bootSession();
  await opened?.client.engine.over;
  const { startAddress } = await untilLoaded(() => import('./address/startAddress.ts'));
  startAddress(opened?.session.info.currentEntity ?? null);
}

async function behind(): Promise<void> {
  const { registerServiceWorker } = await untilLoaded(() => import('./pwa.ts'));
  let look = (): void => undefined;
  registerServiceWorker(() => look());
  await bootSession();
  const { startActivity } = await untilLoaded(() => import('./activity/startActivity.ts'));
  ({ look } = startActivity());
  await refreshBehind();
  // A person who signs in later also gets the menus of all their countries.
  subscribeSession((next, before) => {
    if (next && next.session.info.userId !== before?.session.info.userId) {
      void refreshBehind().catch((error: unknown) => reportError('start', error));
    }
  });
}
