import type { Clock } from '../base/env.ts';
import type { TabStorage } from './tabStorage.ts';

export interface StorageStartDeps {
  clock: Clock;
  /** Loads the databases' code and opens them. */
  load: () => Promise<TabStorage>;
  /** Whether data of the person may be stored on this device. */
  expected: Promise<boolean>;
}

/** Milliseconds after which code that could not be loaded is requested again. */
const AGAIN_AFTER = 5000;

/**
 * Controls when a tab opens a person's databases: immediately if data of the person is stored, otherwise once the first
 * page is painted.
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
    // If the browser does not tell, there may be data.
    this.expected = deps.expected.catch(() => true);
    void this.expected.then(expected => expected && this.begin());
  }

  /** @throws while they are not open */
  get now(): TabStorage {
    if (!this.opened) throw new Error('The storage of this person is not open yet.');
    return this.opened;
  }

  /**
   * Opens them, or joins the opening.
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

  /** Opens the databases, retrying as often as needed. */
  begin(): void {
    if (this.closed || this.opened) return;
    this.open().catch(() => this.deps.clock.after(AGAIN_AFTER, () => this.begin()));
  }

  /** The data available before the server's first answer; null if nothing is stored, or its code cannot be loaded. */
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
    // The person signed out meanwhile.
    if (this.closed) storage.close();
    this.opened = storage;
    this.resolveOpen(storage);
    return storage;
  }
}
