import type { Page } from 'playwright/test';

/**
 * All records in a store of a person's database in the browser; empty if the database does not exist. Never creates a
 * database.
 */
export const browserStore = <T>(page: Page, database: 'mirror' | 'outbox' | 'drafts', store: string): Promise<T[]> =>
  page.evaluate(
    async ({ prefix, store }) => {
      const name = (await indexedDB.databases()).find(one => one.name?.startsWith(prefix))?.name;
      if (name === undefined) return [];
      const db = await new Promise<IDBDatabase | null>((resolve, reject) => {
        const open = indexedDB.open(name);
        // The database was removed after it was listed; reading it must not create it again.
        open.addEventListener('upgradeneeded', () => open.transaction?.abort());
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () =>
          open.error?.name === 'AbortError' ? resolve(null) : reject(open.error ?? new Error(`${name} does not open`)),
        );
      });
      if (!db?.objectStoreNames.contains(store)) {
        db?.close();
        return [];
      }
      const records = await new Promise<unknown[]>(resolve => {
        const all = db.transaction(store).objectStore(store).getAll();
        all.addEventListener('success', () => resolve(all.result));
      });
      db.close();
      return records;
    },
    { prefix: `ops-${database}-`, store },
  ) as Promise<T[]>;
