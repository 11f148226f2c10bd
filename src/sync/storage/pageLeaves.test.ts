import { Dexie, liveQuery } from 'dexie';
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A page: its events, and how often it has been reloaded. */
let page: EventTarget;
let reloads = 0;
let idb: IDBFactory;
const { transaction } = IDBDatabase.prototype;
const { open } = IDBFactory.prototype;

type Leaves = typeof import('./pageLeaves.ts');
let leaves: Leaves;
let Session: typeof import('./sessionDb.ts').SessionDb;

const say = (name: string, persisted = true): void =>
  void page.dispatchEvent(Object.assign(new Event(name), { persisted }));
const soon = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 30));

beforeEach(async () => {
  page = new EventTarget();
  reloads = 0;
  idb = new IDBFactory();
  vi.stubGlobal('document', {});
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', { reload: () => (reloads += 1) });
  vi.stubGlobal('indexedDB', idb);
  vi.stubGlobal('IDBDatabase', IDBDatabase);
  vi.stubGlobal('IDBFactory', IDBFactory);
  vi.resetModules();
  leaves = await import('./pageLeaves.ts');
  ({ SessionDb: Session } = await import('./sessionDb.ts'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  IDBDatabase.prototype.transaction = transaction;
  IDBFactory.prototype.open = open;
});

/** Whether a database can be written to; a lock that is still held blocks everyone. */
const answers = (name: string, store: string): Promise<boolean> =>
  Promise.race([
    soon()
      .then(soon)
      .then(() => false),
    new Promise<boolean>(resolve => {
      const request = idb.open(name);
      request.addEventListener('success', () => {
        const probe = request.result.transaction(store, 'readwrite');
        probe.addEventListener('complete', () => resolve(true));
        probe.objectStore(store).count();
      });
    }),
  ]);

/** A Dexie database over the test page's IndexedDB. */
function dexie(): Dexie {
  const db = new Dexie('rows', { indexedDB: idb, IDBKeyRange });
  db.version(1).stores({ rows: 'id' });
  return db;
}

/** Keeps a transaction alive by making one request after another. */
function hold(name: string, store: string, mode: IDBTransactionMode): Promise<IDBTransaction> {
  return new Promise(resolve => {
    const request = idb.open(name);
    request.addEventListener('success', () => {
      const held = request.result.transaction(store, mode);
      const again = (): void => void held.objectStore(store).count().addEventListener('success', again);
      again();
      resolve(held);
    });
  });
}

it.each(['readonly', 'readwrite'] as const)(
  'BR1: leaving a page releases the lock of a %s transaction in progress',
  async mode => {
    const db = dexie();
    await db.open();
    const held = await hold('rows', 'rows', mode);
    const gone = new Promise(resolve => held.addEventListener('abort', resolve));
    say('pagehide');
    await gone;
    // The next page is a new one, with the original functions.
    IDBDatabase.prototype.transaction = transaction;
    expect(await answers('rows', 'rows')).toBe(true);
    db.close();
  },
);

it('BR1, BR3: the first time that storage does not respond, the page is told once', async () => {
  const told = vi.fn<() => void>();
  leaves.onceStalled(told);
  const db = dexie();
  await db.open();
  await db.table('rows').put({ id: 1 });
  // Another context holds a lock, as a suspended worker does.
  const held = await hold('rows', 'rows', 'readwrite');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = idb.open('rows');
  const read = await new Promise<IDBTransaction>(resolve =>
    waiting.addEventListener('success', () => resolve(waiting.result.transaction('rows', 'readonly'))),
  );
  const done = new Promise(resolve => read.addEventListener('complete', resolve));
  read.objectStore('rows').count();
  vi.advanceTimersByTime(499);
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(told).toHaveBeenCalledOnce();
  vi.useRealTimers();
  held.abort();
  await done;
  await db.table('rows').put({ id: 2 });
  await new Promise(resolve => setTimeout(resolve, 600));
  expect(told).toHaveBeenCalledOnce();
  db.close();
});

it('BR1: leaving a page aborts the creation of a database', async () => {
  const request = idb.open('new');
  const gone = new Promise(resolve => request.addEventListener('error', resolve));
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('values');
    setTimeout(() => say('pagehide'));
    const again = (): void =>
      void request.transaction?.objectStore('values').count().addEventListener('success', again);
    again();
  });
  await gone;
  expect(request.error?.name).toBe('AbortError');
});

it('BR3: work started after the page was left, such as a repeated query, also releases its lock', async () => {
  const db = dexie();
  await db.open();
  let runs = 0;
  const watched = liveQuery(() => {
    runs += 1;
    return db.table('rows').count();
  }).subscribe(() => undefined);
  await soon();
  say('pagehide');
  const late = await db
    .table('rows')
    .put({ id: 1 })
    .then(
      () => 'stored',
      (fault: Error) => fault.name,
    );
  expect([late, runs]).toEqual(['AbortError', 1]);
  say('pageshow');
  expect(reloads).toBe(1);
  watched.unsubscribe();
  db.close();
});

it('a restored page continues if nothing was aborted, and otherwise reloads once', async () => {
  const db = dexie();
  await db.open();
  await soon();
  say('pagehide');
  say('pageshow');
  expect(reloads).toBe(0);
  expect(leaves.whileLeft()).toBeNull();
  await db.table('rows').put({ id: 1 });
  await hold('rows', 'rows', 'readonly');
  say('pagehide');
  say('pageshow');
  expect(reloads).toBe(1);
  db.close();
});

it('a page that is not put into the back/forward cache finishes its transactions', async () => {
  const db = dexie();
  await db.open();
  const stored = db.table('rows').put({ id: 1 });
  say('pagehide', false);
  await stored;
  expect(await db.table('rows').count()).toBe(1);
  db.close();
});

it('reading the session survives leaving the page, and completes when the page is restored', async () => {
  const db = new Session();
  await db.set('owed', null);
  say('pagehide');
  let read = false;
  const reading = db.get('owed').then(() => (read = true));
  await soon();
  expect(read).toBe(false);
  say('pageshow');
  await reading;
  expect(read).toBe(true);
});

it('leaving the page terminates its worker, and a worker that had already ended is forgotten', () => {
  const ended: string[] = [];
  const worker = (name: string): Worker => ({ terminate: () => ended.push(name) }) as unknown as Worker;
  const first = worker('first');
  leaves.endWithPage(first);
  leaves.endWithPage(worker('second'));
  first.terminate();
  say('pagehide');
  expect(ended).toEqual(['first', 'second']);
  say('pageshow');
  expect(reloads).toBe(1);
});
