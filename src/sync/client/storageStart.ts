import type { Clock } from '../base/env.ts';
import type { TabStorage } from './tabStorage.ts';

export interface StorageStartDeps {
  clock: Clock;
  /** Loads the database code and opens the databases. */
  load: () => Promise<TabStorage>;
  /** Whether this device may have stored data of the person. */
  expected: Promise<boolean>;
}

/** Delay in milliseconds before code that failed to load is requested again. */
const AGAIN_AFTER = 5000;

/**
 * Determines when a tab opens a person's databases: immediately if data is stored for the person, otherwise after the
 * first page is painted.
 */
export class StorageStart {
  /** Resolves once the databases are open, however long that takes. */
  readonly whenOpen: Promise<TabStorage>;
  private readonly deps: StorageStartDeps;
  private readonly expected: Promise<boolean>;
  private resolveOpen: (storage: TabStorage) => void = () => undefined;
  private opening: Promise<TabStorage> | null = null;
  private opened: TabStorage | null = null;
  private closed = false;

  constructor(deps: StorageStartDeps) {
    this.deps = deps;
    this.whenOpen = new Promise(resolve => {
      this.resolveOpen = resolve;
    });
    // If the browser cannot tell, data may exist.
    this.expected = deps.expected.catch(() => true);
    void this.expected.then(expected => expected && this.begin());
  }

  /** @throws while they are not open */
  get now(): TabStorage {
    if (!this.opened) throw new Error('The storage of this person is not open yet.');
    return this.opened;
  }

  /**
   * Opens the databases, or waits if they are being opened.
   *
   * @throws if the code could not be loaded; the next call tries again
   */
  open(): Promise<TabStorage> {
    if (this.opening) return this.opening;
    const opening = this.load();
    this.opening = opening;
    opening.catch(() => {
      this.opening = null;
    });
    return opening;
  }

  /** Opens the databases, retrying until that succeeds. */
  begin(): void {
    if (this.closed || this.opened) return;
    this.open().catch(() => this.deps.clock.after(AGAIN_AFTER, () => this.begin()));
  }

  /** The data available before the server's first response; null if nothing is stored or the code cannot be loaded. */
  async first(): Promise<TabStorage | null> {
    if (this.opened) return this.opened;
    if (!this.opening && !(await this.expected)) return null;
    return this.open().catch(() => null);
  }

  close(): void {
    this.closed = true;
    this.opened?.close();
  }

  private async load(): Promise<TabStorage> {
    const storage = await this.deps.load();
    // The person has since signed out.
    if (this.closed) storage.close();
    this.opened = storage;
    this.resolveOpen(storage);
    return storage;
  }
}
