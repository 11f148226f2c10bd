import { IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserParts, missingParts, type BrowserParts } from './missingParts.ts';

const ALL: BrowserParts = { locks: true, sharedWorker: true, storage: 'usable' };

afterEach(() => vi.unstubAllGlobals());

describe('BR2: the console names the missing browser features and their consequences', () => {
  it.each<[string, Partial<BrowserParts>, RegExp[]]>([
    ['nothing', {}, []],
    ['Web Locks', { locks: false }, [/^This browser does not support Web Locks.*one tab only/]],
    ['SharedWorker', { sharedWorker: false }, [/^This browser does not support shared workers.*few tabs/]],
    ['storage', { storage: 'denied' }, [/does not let Ops Portal store data.*Allow this site to store data/]],
    ['storage space', { storage: 'full' }, [/^The browser has no storage space left.*Free up some disk space/]],
    // Without locks, no worker is shared, so the second sentence would be redundant.
    ['locks and SharedWorker', { locks: false, sharedWorker: false }, [/Web Locks/]],
    ['all', { locks: false, sharedWorker: false, storage: 'denied' }, [/store data/, /Web Locks/]],
  ])('the message is correct for a browser that lacks %s', (_, lacks, said) => {
    const texts = missingParts({ ...ALL, ...lacks }).map(({ text }) => text);
    expect(texts).toEqual(said.map(pattern => expect.stringMatching(pattern)));
  });
});

describe('checking whether a browser can store data', () => {
  it('a browser that can open a database can store data, and the check leaves no database behind', async () => {
    const idb = new IDBFactory();
    vi.stubGlobal('indexedDB', idb);
    expect((await browserParts()).storage).toBe('usable');
    expect(await idb.databases()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['has no IndexedDB', undefined],
    [
      'refuses to open it',
      {
        open: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      },
    ],
    [
      'fails to open it',
      {
        open: () => {
          const request = new EventTarget();
          setTimeout(() => request.dispatchEvent(new Event('error')));
          return request;
        },
      },
    ],
  ])('a browser that %s cannot store data', async (_, idb) => {
    vi.stubGlobal('indexedDB', idb);
    expect((await browserParts()).storage).toBe('denied');
  });

  it.each<[string, string, { usage: number; quota: number }]>([
    ['says so', 'QuotaExceededError', { usage: 0, quota: 1_000_000_000 }],
    ['only fails to open the database', 'UnknownError', { usage: 999_999_000, quota: 1_000_000_000 }],
  ])('PB9: a browser without storage space that %s is reported as full', async (_, name, room) => {
    const navigator = { storage: { estimate: async () => room, persisted: async () => false } };
    vi.stubGlobal('navigator', navigator);
    vi.stubGlobal('indexedDB', {
      open: () => {
        const request = Object.assign(new EventTarget(), { error: new DOMException('failed', name) });
        setTimeout(() => request.dispatchEvent(new Event('error')));
        return request;
      },
    });
    expect((await browserParts()).storage).toBe('full');
  });
});
