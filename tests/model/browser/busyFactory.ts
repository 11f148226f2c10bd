import { IDBFactory } from 'fake-indexeddb';

interface Source {
  addEventListener: (type: string, run: () => void) => void;
}

/** An in-memory IndexedDB that counts unfinished openings, deletions and transactions. */
export class BusyFactory extends IDBFactory {
  atWork = 0;

  override open(...args: Parameters<IDBFactory['open']>): ReturnType<IDBFactory['open']> {
    const request = super.open(...args);
    this.until(request, ['success', 'error']);
    request.addEventListener('success', () => {
      const db = request.result;
      const transaction = db.transaction.bind(db);
      db.transaction = (...asked) => {
        const started = transaction(...asked);
        this.until(started, ['complete', 'abort']);
        return started;
      };
    });
    return request;
  }

  override deleteDatabase(...args: Parameters<IDBFactory['deleteDatabase']>): ReturnType<IDBFactory['deleteDatabase']> {
    const request = super.deleteDatabase(...args);
    this.until(request, ['success', 'error']);
    return request;
  }

  private until(source: Source, ends: string[]): void {
    this.atWork += 1;
    for (const end of ends) source.addEventListener(end, () => (this.atWork -= 1));
  }
}
