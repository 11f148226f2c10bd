/**
 * WebKit keeps a page that is left for the way back, with all that it is in the middle of: its transactions keep their locks, even those
 * that only read, and the next page waits for them for good (BR1, BR3). A closed connection keeps them too; an aborted transaction does
 * not. So a page that may be kept ends what it has begun in any database, Dexie's too, and its workers, which stop with it.
 * What was cut off is begun again when the page comes back: it loads once more, as it does in browsers that keep no pages.
 */

/** What of a page's surroundings is used here. A worker has no document, and is never kept alone. */
interface Page {
  document?: object;
  location: { reload: () => void };
  addEventListener: (name: string, run: (event: { persisted: boolean }) => void, options?: { once: boolean }) => void;
}
const page = globalThis as unknown as Page;

/** Transactions of this page that are not over. */
const active = new Set<IDBTransaction>();
/** Workers of this page alone: they may be in the middle of a transaction too. */
const workers = new Set<Worker>();
let left: Promise<void> | null = null;
/** Something was cut off when the page was left. */
let cut = false;

/** Resolves when the page is back; null while it is there. */
export const whileLeft = (): Promise<void> | null => left;

/** Ends a worker when the page is left. */
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
    // It ended in this moment.
  }
}

function follow(transaction: IDBTransaction): void {
  active.add(transaction);
  for (const end of ['complete', 'abort'] as const)
    transaction.addEventListener(end, () => active.delete(transaction), { once: true });
  // What runs between the last event and the moment in which the page stops; its caller learns it as of any other.
  if (left) queueMicrotask(() => abort(transaction));
}

function leave({ persisted }: { persisted: boolean }): void {
  // A page that is not kept is over, and the browser ends what it has begun.
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

/** Follows every transaction of this page, by any caller. */
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
    request.addEventListener('upgradeneeded', () => request.transaction && follow(request.transaction), { once: true });
    return request;
  };
  page.addEventListener('pagehide', leave);
}

if (page.document && typeof IDBDatabase !== 'undefined') followAll();
