import { wrap } from 'comlink';
import { hasWebLocks } from '../base/browser.ts';
import { BUILD_ID } from '../base/buildId.ts';
import type { OpsApi } from '../engine/opsApi.ts';
import { withTimeout } from '../base/withTimeout.ts';
import { endWithPage } from '../storage/pageLeaves.ts';

/** Timeout in milliseconds for a worker's response. */
const HELLO_MOST = 5000;

const asApi = (remote: unknown): OpsApi => remote as OpsApi;

/** Rejects once a worker reports that it could not start. */
const failure = (worker: AbstractWorker): Promise<never> =>
  new Promise((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The ops worker did not start')));
  });

const startShared = (): SharedWorker =>
  new SharedWorker(new URL('../../workers/ops/main.ts', import.meta.url), { name: 'ops', type: 'module' });

let woken: SharedWorker | null = null;

/**
 * Resumes the shared worker if the browser suspended it when its last page was left (BR1, BR3). Its transactions then end, and
 * this page's storage responds. The worker runs for as long as the page exists.
 */
export function wakeShared(): void {
  if (typeof SharedWorker !== 'undefined' && hasWebLocks()) woken ??= startShared();
}

/** Starts or joins this build's `ops` worker, which all tabs share; returns null if it does not start. */
async function joinShared(retry: boolean): Promise<OpsApi | null> {
  if (typeof SharedWorker === 'undefined') return null;
  try {
    const worker = startShared();
    const remote = wrap<OpsApi>(worker.port);
    const hello = await withTimeout(Promise.race([remote.hello(), failure(worker)]), HELLO_MOST);
    if (!hello) return null;
    if (hello.build === BUILD_ID) return asApi(remote);
    // TAB1: an old build's worker at the same URL hands over and terminates; the next start is this build's worker.
    await withTimeout(remote.retire(), HELLO_MOST);
    return retry ? joinShared(false) : null;
  } catch {
    return null;
  }
}

/** The worker that belongs only to this tab; later links of the tab reuse it. */
let own: { worker: Worker; api: OpsApi } | null = null;

/**
 * Starts the same worker for this tab only, if SharedWorker is unavailable (Android); returns null if it does not
 * start.
 */
async function joinOwn(): Promise<OpsApi | null> {
  if (typeof Worker === 'undefined') return null;
  if (own && (await withTimeout(own.api.hello(), HELLO_MOST).catch(() => null))) return own.api;
  own?.worker.terminate();
  own = null;
  try {
    const worker = new Worker(new URL('../../workers/ops/main.ts', import.meta.url), { name: 'ops', type: 'module' });
    endWithPage(worker);
    const api = asApi(wrap<OpsApi>(worker));
    const hello = await withTimeout(Promise.race([api.hello(), failure(worker)]), HELLO_MOST).catch(() => null);
    if (hello) {
      own = { worker, api };
      return api;
    }
    worker.terminate();
  } catch {
    // The browser does not allow the page to start a worker.
  }
  return null;
}

let local: OpsApi | null = null;

/** Without Web Locks in this page, neither the worker nor the tab can tell whether the other is alive. */
const joinWorker = async (): Promise<OpsApi | null> =>
  hasWebLocks() ? ((await joinShared(true)) ?? (await joinOwn())) : null;

/**
 * Joins the `ops` worker shared by all tabs; if that fails, starts the tab's own worker, or else an engine in the tab
 * itself.
 */
export const connectWorker = async (): Promise<OpsApi> =>
  (await joinWorker()) ?? (local ??= (await import('./localOps.ts')).createLocalOps());
