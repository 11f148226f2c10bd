/**
 * Functions that run in the page and can access only their arguments. They simulate the occasional delays of a slow
 * disk.
 */

/**
 * Keeps a transaction over all stores open in each database. After a page is left, WebKit keeps it alive together with
 * the locks of its transactions, unless the page releases them.
 *
 * @returns names of the databases
 */
export async function holdDatabases(): Promise<string[]> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  const hold = (name: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name);
      request.addEventListener('error', () => reject(new Error(`${name} does not open`)));
      request.addEventListener('success', () => {
        const stores = [...request.result.objectStoreNames];
        const store = request.result.transaction(stores, 'readwrite').objectStore(stores[0] ?? '');
        const again = (): void => {
          resolve();
          store.count().addEventListener('success', again);
        };
        again();
      });
    });
  await Promise.all(names.map(hold));
  return names;
}

/**
 * Runs an empty write transaction over all stores of each database.
 *
 * @returns names of the databases in which it did not complete within the given number of milliseconds
 */
export async function lockedDatabases(millis: number): Promise<string[]> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  const locked = (name: string): Promise<boolean> =>
    new Promise(resolve => {
      setTimeout(() => resolve(true), millis);
      const request = indexedDB.open(name);
      request.addEventListener('success', () => {
        const stores = [...request.result.objectStoreNames];
        const probe = request.result.transaction(stores, 'readwrite');
        probe.objectStore(stores[0] ?? '').count();
        probe.addEventListener('complete', () => {
          request.result.close();
          resolve(false);
        });
      });
    });
  const found = await Promise.all(names.map(async name => ((await locked(name)) ? [name] : [])));
  return found.flat();
}
