/**
 * When a page is left, WebKit puts it into the back/forward cache together with everything in progress: its
 * transactions keep their locks, even read-only ones, and the next page waits for them forever (BR1, BR3). Closing the
 * connection does not release them; aborting the transactions does. So a page that may be cached aborts its
 * transactions in all databases, including Dexie's, and terminates its workers. If that interrupted anything, the page
 * reloads when the person returns, as it does in browsers without such a cache.
 *
 * WebKit also suspends a shared worker whose only page was left, together with the worker's transactions, until another
 * page joins it (BR1, BR3). A page that waits for storage therefore joins the worker, even if it does not need it yet.
 */

/** The parts of a page's environment used here. A worker has no document and is never cached on its own. */
interface Page {
  document?: object;
  location: { reload: () => void };
  addEventListener: (name: string, run: (event: { persisted: boolean }) => void, options?: { once: boolean }) => void;
}
const page = globalThis as unknown as Page;

/** This page's unfinished transactions. */
const active = new Set<IDBTransaction>();
/** Workers that belong to this page alone, which may also be in the middle of a transaction. */
const workers = new Set<Worker>();
let left: Promise<void> | null = null;
/** Whether leaving the page interrupted any work. */
let cut = false;

/** Time in milliseconds after which a suspended worker is assumed to hold up an operation; usually it takes a few. */
const STALL = 500;
let whenStalled: (() => void) | null = null;

/** Calls `run` once, when the browser's storage is slow to respond to this page for the first time (BR1, BR3). */
export const onceStalled = (run: () => void): void => void (whenStalled = run);

function watch(operation: EventTarget, ends: readonly string[]): void {
  if (!whenStalled) return;
  const timer = setTimeout(() => {
    const run = whenStalled;
    whenStalled = null;
    run?.();
  }, STALL);
  for (const end of ends) operation.addEventListener(end, () => clearTimeout(timer), { once: true });
}

/** Resolves when the page is back; null unless it has been left. */
export const whileLeft = (): Promise<void> | null => left;

/** Terminates a worker when the page is left. */
export function endWithPage(worker: Worker): void {
  workers.add(worker);
  const terminate = worker.terminate.bind(worker);
  worker.terminate = () => {
    workers.delete(worker);
    terminate();
  };
}

function abort(transaction: IDBTransaction): void {
  cut = true;
  try {
    transaction.abort();
  } catch {
    // The transaction has just finished.
  }
}

function follow(transaction: IDBTransaction): void {
  active.add(transaction);
  watch(transaction, ['complete', 'abort']);
  for (const end of ['complete', 'abort'] as const)
    transaction.addEventListener(end, () => active.delete(transaction), { once: true });
  // Aborts a transaction that begins between the last event and the moment the page stops; its caller gets the usual
  // error.
  if (left) queueMicrotask(() => abort(transaction));
}

function leave({ persisted }: { persisted: boolean }): void {
  // A page that is not cached is destroyed, and the browser aborts its transactions.
  if (!persisted || left) return;
  cut = workers.size > 0;
  left = new Promise(resolve => {
    page.addEventListener(
      'pageshow',
      () => {
        left = null;
        if (cut) page.location.reload();
        else resolve();
      },
      { once: true },
    );
  });
  for (const transaction of active) abort(transaction);
  for (const worker of workers) worker.terminate();
}

/** Tracks all transactions of this page, whichever code begins them. */
function followAll(): void {
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<IDBDatabase['transaction']>) {
    const transaction = begin.apply(this, args);
    follow(transaction);
    return transaction;
  };
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (this: IDBFactory, ...args: Parameters<IDBFactory['open']>) {
    const request = open.apply(this, args);
    watch(request, ['success', 'error']);
    request.addEventListener('upgradeneeded', () => request.transaction && follow(request.transaction), { once: true });
    return request;
  };
  page.addEventListener('pagehide', leave);
}

if (page.document && typeof IDBDatabase !== 'undefined') followAll();
