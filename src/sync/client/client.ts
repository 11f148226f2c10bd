import type { SessionInfo } from '../../contract/session.ts';
import type { Country } from '../../domain/country.ts';
import { SyncAsker, registerSync } from '../engine/backgroundSync.ts';
import { afterPaint } from '../base/browser.ts';
import { browserEnv } from '../storage/browserEnv.ts';
import { EngineStart } from '../engine/engineStart.ts';
import type { AfterPaint, Env } from '../base/env.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { connectOps, type OpsLink } from '../ops/opsClient.ts';
import type { Declarations } from '../../contract/declarations.ts';
import type { Resource } from '../../contract/resource.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import type { DexieOutbox } from '../outbox/dexieStore.ts';
import { unavailable } from '../outbox/errors.ts';
import { roomLeft } from '../storage/storageRoom.ts';
import type { EntryEvent } from '../outbox/reducer.ts';
import { keptHere } from '../session/personsData.ts';
import { isForbidden } from '../network/outcome.ts';
import { storedProject } from '../network/project.ts';
import { Signals } from '../status/signals.ts';
import { StatusBoard } from '../status/statusBoard.ts';
import { StatusStore } from './statusStore.ts';
import { StorageStart } from './storageStart.ts';
import { createTransport, platformFetch, type Transport } from '../network/transport.ts';
import type { NewWrite, OutboxEntry } from '../types.ts';

export interface SyncClientDeps {
  env: Env;
  /** The declared resources; defaults to the product's own. */
  declared?: Declarations;
  fetch: typeof globalThis.fetch;
  baseUrl: string;
  connect: (env: Env, userId: number, entity: Country) => OpsLink;
  /** Asks the browser to persist this site's data; called once, after the first write is queued. */
  persist: () => Promise<unknown>;
  /** Asks the browser to wake the service worker for pending writes, even if no tab is open. */
  askSync: () => Promise<unknown>;
  /**
   * Whether this device may have stored data of the person. If not, the first list is shown before the database code is
   * loaded.
   */
  keptHere: (userId: number) => Promise<boolean>;
  afterPaint: AfterPaint;
  /** Whether the tab is visible. */
  visible: () => boolean;
  /** Subscribes to wake-ups (the network may be back, or the tab became visible). Returns an unsubscribe function. */
  onWake: (wake: () => void) => () => void;
  /** Subscribes to the tab being hidden, perhaps permanently. Returns an unsubscribe function. */
  onHide: (hide: () => void) => () => void;
}

const ACTS_AT_ONCE = 50;

/** The sync client of a signed-in person in one tab: reads, enqueues writes, and delegates everything else to `ops`. */
export class SyncClient {
  readonly info: SessionInfo;
  readonly userId: number;
  readonly env: Env;
  readonly transport: Transport;
  /** Null if the browser does not store data; lists then only use the network. */
  readonly mirror: Promise<MirrorDb | null>;
  readonly signals: Signals;
  readonly board: StatusBoard;
  readonly status: StatusStore;
  /** The connection to the engine. */
  readonly ops: OpsLink;
  /** Determines when the tab joins the engine, which sends, listens and keeps the places in memory. */
  readonly engine: EngineStart;
  readonly resources: readonly Resource[];
  readonly visible: () => boolean;
  readonly onWake: SyncClientDeps['onWake'];
  private readonly persist: () => Promise<unknown>;
  /** Ids of the writes made on this page. */
  private readonly made = new Set<string>();
  private persisted = false;
  private closed = false;
  private readonly storage: StorageStart;
  private readonly sync: SyncAsker;
  private readonly stopWake: () => void;
  private readonly stopHide: () => void;
  private readonly ending = new AbortController();

  constructor(info: SessionInfo, deps: SyncClientDeps) {
    const { env } = deps;
    this.info = info;
    this.userId = info.userId;
    this.env = env;
    this.resources = deps.declared?.resources ?? RESOURCES;
    this.visible = deps.visible;
    this.onWake = deps.onWake;
    this.persist = deps.persist;
    this.signals = new Signals(env.openChannel, info.userId);
    this.board = new StatusBoard(this.signals);
    this.transport = createTransport({
      fetch: deps.fetch,
      baseUrl: deps.baseUrl,
      project: storedProject,
      person: info.userId,
      clock: env.clock,
      onOutcome: (outcome, definition) => {
        this.board.report(outcome, definition);
        if (isForbidden(outcome)) this.signals.post({ t: 'rights' });
      },
    });
    this.storage = new StorageStart({
      clock: env.clock,
      load: async () =>
        new (await import('./tabStorage.ts')).TabStorage(info.userId, env, () => this.engine.now(), deps.declared),
      expected: deps.keptHere(info.userId),
    });
    this.mirror = this.storage.whenOpen.then(storage => storage.mirror);
    void this.storage.whenOpen.then(storage => {
      void storage.showImports(this);
      this.signals.listen(signal => {
        if (signal.t === 'imports') void storage.showImports(this);
      });
    });
    this.ops = deps.connect(env, info.userId, info.currentEntity);
    this.engine = new EngineStart(env.clock, deps.afterPaint, () => {
      this.storage.begin();
      this.ops.start();
    });
    this.status = new StatusStore(this, info.currentEntity);
    this.signals.post({ t: 'ask' });
    this.stopWake = deps.onWake(() => this.signals.post({ t: 'kick' }));
    this.sync = new SyncAsker(env.clock, deps.askSync);
    this.stopHide = deps.onHide(() => {
      if (this.status.getSnapshot().waiting > 0) this.sync.now();
    });
  }

  /** Aborted when the client is closed for this person. */
  get ended(): AbortSignal {
    return this.ending.signal;
  }

  /** The person's outbox, for code that runs after the storage is open (ensured by `live` and `mirror`). */
  get outbox(): DexieOutbox {
    return this.storage.now.outbox;
  }

  /** Returns the mirror for a first read; null immediately if nothing was stored and the mirror is not open yet. */
  async firstMirror(): Promise<MirrorDb | null> {
    return (await this.storage.first())?.mirror ?? null;
  }

  /** Called when the tab switches to another country. */
  setEntity(entity: Country): void {
    if (this.closed) return;
    this.ops.move(entity);
    this.status.setEntity(entity);
  }

  /**
   * Queues a write; resolves only once it is durable (OB1).
   *
   * @throws OutboxUnavailable if the write could not be stored, in which case it is not queued
   */
  async enqueue(write: NewWrite): Promise<OutboxEntry> {
    const { env } = this;
    try {
      const storage = await this.storage.open();
      const id = env.uuid();
      const entry = await storage.enqueue(write, { id, at: env.clock.now() });
      if (entry.id === id) this.made.add(id);
      this.status.accepted();
      this.engine.now();
      this.signals.post({ t: 'poke' });
      this.ops.check();
      this.sync.queued();
      this.askPersistence();
      return entry;
    } catch (error) {
      throw await unavailable(error, roomLeft);
    }
  }

  /** Whether a write was made on this page, which then knows its whole history. */
  madeHere(id: string): boolean {
    return this.made.has(id);
  }

  /** Applies the person's decision to a queued write; returns false if the entry's state has changed. */
  async act(id: string, event: EntryEvent): Promise<boolean> {
    let applied;
    try {
      applied = await (await this.storage.open()).applyEvent(id, event);
    } catch (error) {
      throw await unavailable(error, roomLeft);
    }
    this.engine.now();
    const record = applied?.changed[0]?.record;
    if (record !== undefined) this.signals.post({ t: 'poke', record });
    if (applied?.open.some(({ state }) => state === 'queued')) this.sync.queued();
    return applied !== null;
  }

  /**
   * Applies an action to several queued writes, a few per transaction, so that a long list does not block other work,
   * and an interruption keeps the actions already applied.
   * @returns for each write, whether the action was applied
   */
  async actAll(
    acts: readonly { id: string; event: EntryEvent }[],
    onProgress: (done: number) => void = () => undefined,
  ): Promise<boolean[]> {
    const took: boolean[] = [];
    try {
      const storage = await this.storage.open();
      for (let from = 0; from < acts.length; from += ACTS_AT_ONCE) {
        took.push(...(await storage.applyEvents(acts.slice(from, from + ACTS_AT_ONCE))));
        onProgress(took.length);
      }
    } catch (error) {
      throw await unavailable(error, roomLeft);
    } finally {
      this.engine.now();
      if (took.includes(true)) this.signals.post({ t: 'poke' });
    }
    return took;
  }

  /** Replaces a stuck write; returns null if its state has changed. @throws OutboxUnavailable */
  async replace(id: string, write: NewWrite, reason: string): Promise<OutboxEntry | null> {
    const { env } = this;
    try {
      const made = { id: env.uuid(), at: env.clock.now(), reason };
      const entry = await (await this.storage.open()).replaceStuck(id, write, made);
      this.engine.now();
      if (entry) this.signals.post({ t: 'poke' });
      return entry;
    } catch (error) {
      throw await unavailable(error, roomLeft);
    }
  }

  /**
   * Runs a query now and whenever its data changes; returns an unsubscribe function. Errors are reported as undefined.
   */
  live<T>(query: () => Promise<T>, next: (value: T | undefined) => void): () => void {
    let stop = (): void => undefined;
    let over = false;
    void this.storage.whenOpen.then(storage => {
      if (!over) stop = storage.live(query, next);
    });
    return () => {
      over = true;
      stop();
    };
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.ending.abort();
    this.stopWake();
    this.stopHide();
    this.sync.close();
    this.engine.cancel();
    this.status.close();
    this.ops.close();
    this.storage.close();
    this.signals.close();
  }

  private askPersistence(): void {
    if (this.persisted) return;
    this.persisted = true;
    void this.persist().catch(() => undefined);
  }
}

/** Opens the person's databases and joins the `ops` worker. There is one client per signed-in person and tab. */
export function openSync(info: SessionInfo): SyncClient {
  return new SyncClient(info, {
    env: browserEnv(),
    fetch: platformFetch,
    baseUrl: '',
    connect: connectOps,
    persist: async () => {
      if (!(await navigator.storage.persisted())) await navigator.storage.persist();
    },
    askSync: registerSync,
    keptHere: async userId => (await keptHere())?.includes(userId) ?? true,
    afterPaint,
    visible: () => document.visibilityState === 'visible',
    onHide: hide => {
      const hidden = () => {
        if (document.visibilityState === 'hidden') hide();
      };
      document.addEventListener('visibilitychange', hidden);
      return () => document.removeEventListener('visibilitychange', hidden);
    },
    onWake: wake => {
      const seen = () => {
        if (document.visibilityState === 'visible') wake();
      };
      window.addEventListener('online', wake);
      document.addEventListener('visibilitychange', seen);
      return () => {
        window.removeEventListener('online', wake);
        document.removeEventListener('visibilitychange', seen);
      };
    },
  });
}
