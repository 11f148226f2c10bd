import { IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserParts, missingParts, type BrowserParts } from './missingParts.ts';

const ALL: BrowserParts = { locks: true, sharedWorker: true, storage: true };

afterEach(() => vi.unstubAllGlobals());

describe('BR2: the console names the missing browser features and their consequences', () => {
  it.each<[string, Partial<BrowserParts>, RegExp[]]>([
    ['nothing', {}, []],
    ['Web Locks', { locks: false }, [/^This browser does not support Web Locks.*one tab only/]],
    ['SharedWorker', { sharedWorker: false }, [/^This browser does not support shared workers.*few tabs/]],
    ['storage', { storage: false }, [/does not let Ops Portal store data.*Allow this site to store data/]],
    // Without locks, no worker is shared, so the second sentence would be redundant.
    ['locks and SharedWorker', { locks: false, sharedWorker: false }, [/Web Locks/]],
    ['all', { locks: false, sharedWorker: false, storage: false }, [/store data/, /Web Locks/]],
  ])('the message is correct for a browser that lacks %s', (_, lacks, said) => {
    const texts = missingParts({ ...ALL, ...lacks }).map(({ text }) => text);
    expect(texts).toEqual(said.map(pattern => expect.stringMatching(pattern)));
  });
});

describe('checking whether a browser can store data', () => {
  it('a browser that can open a database can store data, and the check leaves no database behind', async () => {
    const idb = new IDBFactory();
    vi.stubGlobal('indexedDB', idb);
    expect((await browserParts()).storage).toBe(true);
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
    expect((await browserParts()).storage).toBe(false);
  });
});
