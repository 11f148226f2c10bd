import { isForbidden } from '../network/outcome.ts';
import { CONTRACT_VERSION, type CallDefinition } from '../../contract/call.ts';
import { getImport } from '../../contract/imports/calls.ts';
import type { LocationRow } from '../../contract/locations.ts';
import type { SessionInfo } from '../../contract/session.ts';
import type { Country } from '../../domain/country.ts';
import type { LocationLevel } from '../../domain/serviceable.ts';
import type { ActivityServiceHandle, OpenActivityService } from '../activity/openActivityService.ts';
import { atMostEvery } from '../base/atMostEvery.ts';
import { compete, type Leadership } from './election.ts';
import type { Env } from '../base/env.ts';
import { Feed } from './feed.ts';
import { CacheKeeper } from './cacheKeeper.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import type { ImportSenderHandle, OpenImportSender } from '../imports/openSender.ts';
import { learner, OPEN_MOST, openForWrites, rightsReader } from '../mirror/learn.ts';
import type { MirrorDb } from '../mirror/db.ts';
import type { CachedQueries, OpsAnswer, PlaceQueries, ServiceQueries } from './opsApi.ts';
import type { Sender } from '../outbox/sender.ts';
import { beginSending, type Sending } from './sending.ts';
import type { Upgrades } from '../outbox/upgrade.ts';
import { CachedLists } from '../query/cachedLists.ts';
import { treeAnswer, type CachedAnswer, type CachedQuestion, type TreeQuestion } from '../query/cachedQuestion.ts';
import type { PlaceIndex, PlaceParents } from '../query/placeIndex.ts';
import { Places } from '../query/places.ts';
import type { CoverageAsk } from '../query/coverage.ts';
import type { Pending } from '../query/ownerRecords.ts';
import type { CheckAsk } from '../query/serviceChecks.ts';
import { Signals } from '../status/signals.ts';
import { StatusBoard } from '../status/statusBoard.ts';
import { browserStorage, type EngineOutbox, type EnginePins, type EngineStorage } from './engineStorage.ts';
import type { Outcome } from '../types.ts';
import { withTimeout } from '../base/withTimeout.ts';
import { createTransport, type OpenEvents, type Transport } from '../network/transport.ts';

export interface EngineDeps {
  env: Env;
  build: string;
  userId: number;
  fetch: typeof globalThis.fetch;
  baseUrl: string;
  project: () => string | null;
  openEvents: OpenEvents;
  /** Refetches the session from the server, because permissions may have changed. */
  refreshSession: () => void;
  /** The leader engine's activity service: versions, activity and tab health; optional. */
  openActivityService?: OpenActivityService;
  /** The leader engine's import sender. If omitted, no imports are sent. */
  openImports?: OpenImportSender;
  /** The ids of those writes that wait for an import (imports/awaited). If omitted, none wait. */
  awaitingImports?: (entries: readonly StoredEntry[]) => Promise<ReadonlySet<string>>;
  /** Used fraction of this site's browser storage, 0 to 1; null if unknown. */
  usedShare: () => Promise<number | null>;
  /** Defaults to the browser's own storage. */
  storage?: EngineStorage;
  /** Contract version of this build; defaults to CONTRACT_VERSION. */
  contract?: number;
  /** Upgrades of entries written by earlier versions; defaults to this build's own. */
  upgrades?: Upgrades;
  /**
   * Minimum number of pending writes that are combined into a single call; defaults to the value in outbox/together.
   */
  togetherFrom?: number;
}

/** Minimum interval in milliseconds between refetches of the person's permissions that the server did not request. */
const RIGHTS_EVERY = 1000;
/** Maximum time in milliseconds that a query about cached rows waits for place names to load. */
const PLACES_MOST = 3500;
/**
 * Interval in milliseconds at which other engines report their entities; an engine that misses three rounds is
 * considered gone.
 */
const WANT_EVERY = 30_000;

/** Loaded when the first address is checked. */
const serviceChecks = () => import('../query/serviceChecks.ts');

/**
 * One person's engine in one context: `ops`, or a tab if SharedWorker is unavailable. Every engine answers queries
 * about places from the mirror; the one that holds the lock also sends writes, listens for changes and keeps the mirror
 * up to date (OB2).
 */
export class Engine implements PlaceQueries, CachedQueries, ServiceQueries {
  private readonly deps: EngineDeps;
  private readonly id: string;
  private readonly signals: Signals;
  private readonly board: StatusBoard;
  private readonly contract: number;
  private readonly storage: EngineStorage;
  private readonly pins: EnginePins | undefined;
  private readonly outbox: EngineOutbox;
  private readonly transport: Transport;
  private readonly leadership: Leadership;
  /** Refetches the session at a limited rate, however many calls are refused and streams open (MR4). */
  private readonly askRights: () => void;
  private mirror: Promise<MirrorDb | null>;
  private places: Places | null = null;
  private lists: CachedLists | null = null;
  private entities: Country[] = [];
  private readonly wanted = new Map<string, { entities: Country[]; at: number }>();
  private sender: Sender | null = null;
  private sending: Sending | null = null;
  private activity: ActivityServiceHandle | null = null;
  private imports: ImportSenderHandle | null = null;
  private readonly feeds = new Map<Country, Feed>();
  private readonly cacheKeepers = new Map<Country, CacheKeeper>();
  private closed = false;
  private cancelWant: () => void = () => undefined;
  private lastRebuild = -Infinity;

  constructor(deps: EngineDeps) {
    const { env, userId } = deps;
    this.deps = deps;
    this.id = env.uuid();
    this.signals = new Signals(env.openChannel, userId);
    this.board = new StatusBoard(this.signals);
    this.contract = deps.contract ?? CONTRACT_VERSION;
    this.askRights = atMostEvery(env.clock, RIGHTS_EVERY, deps.refreshSession);
    this.storage = deps.storage ?? browserStorage;
    this.outbox = this.storage.openOutbox(userId);
    this.pins = this.storage.openPins?.(userId, env.owns);
    this.transport = createTransport({
      fetch: deps.fetch,
      baseUrl: deps.baseUrl,
      project: deps.project,
      person: userId,
      clock: env.clock,
      onOutcome: (outcome, definition) => {
        this.board.report(outcome, definition);
        if (isForbidden(outcome)) this.askRights();
      },
    });
    this.mirror = this.openCache();
    this.board.listen((now, before) => {
      if (now.network !== before.network) this.onNetwork(now.network === 'online');
      // While offline, the engine could not be told about changed permissions.
      if (now.network === 'online' && before.network === 'offline' && this.sender) this.askRights();
      if (before.signedOut && !now.signedOut) this.resume();
    });
    this.signals.listen(signal => {
      if (signal.t === 'poke') this.poke(signal.record);
      if (signal.t === 'kick') this.kick();
      if (signal.t === 'imports' || signal.t === 'kick') this.imports?.poke();
      // Writes may have waited for an import that was discarded.
      if (signal.t === 'imports') this.sender?.poke();
      if (signal.t === 'rights' && this.sender) this.askRights();
      if (signal.t === 'ask' && this.sender) this.board.publish();
      if (signal.t === 'want') this.noteWanted(signal.from, signal.entities);
    });
    this.leadership = compete({
      env,
      build: deps.build,
      contract: this.contract,
      name: `ops-sender-${userId}`,
      signals: this.signals,
      lead: () => this.lead(),
      stepDown: () => this.stepDown(),
    });
    this.announceWanted();
  }

  /** Entities shown in the tabs of this context. */
  setEntities(entities: readonly Country[]): void {
    const before = this.entities;
    this.entities = [...new Set(entities)];
    for (const entity of before) if (!this.entities.includes(entity)) this.leaveEntity(entity);
    for (const entity of this.entities) this.hold(entity);
    this.signals.post({ t: 'want', from: this.id, entities: this.entities });
    void this.syncFeeds();
  }

  poke(record?: string): void {
    if (record === undefined) this.sender?.poke();
    else this.sender?.hurry(record);
    if (this.board.now.network === 'offline') this.kick();
  }

  /** Checks immediately whether the network is up. */
  kick(): void {
    for (const feed of this.feeds.values()) feed.kick();
    if (this.feeds.size === 0) this.sender?.networkUp();
  }

  /** Called when the person signs in again or their permissions change. */
  sessionChanged(info: SessionInfo): void {
    const lost = this.entities.filter(entity => !info.entities.some(({ country }) => country === entity));
    for (const entity of lost) this.leaveEntity(entity);
    for (const cacheKeeper of this.cacheKeepers.values()) cacheKeeper.rightsChanged();
    this.sending?.preflight.sessionChanged();
    this.board.signedIn();
    this.resume();
  }

  /** Stops sending until `resumeSending`; resolves when no request is in flight. */
  pause(): Promise<void> {
    return this.leadership.pause();
  }

  unpause(): void {
    this.leadership.unpause();
  }

  async suggest(entity: Country, level: LocationLevel, text: string, parents: PlaceParents, limit: number) {
    return this.ask(entity, [] as string[], index => index.suggest(level, text, parents, limit));
  }

  async children(entity: Country, parentId: number) {
    return this.ask(entity, [] as LocationRow[], index => index.children(parentId));
  }

  async path(entity: Country, locationId: number) {
    return this.ask(entity, null as LocationRow[] | null, index => index.path(locationId));
  }

  async list(entity: Country, question: CachedQuestion | TreeQuestion): Promise<OpsAnswer<CachedAnswer | null>> {
    await this.mirror;
    const newer = (rev: number) =>
      withTimeout(this.places?.atLeast(entity, rev) ?? Promise.resolve(undefined), PLACES_MOST);
    const isTree = question.collection === 'locations';
    const places = await newer(isTree ? (question.least ?? 0) : 0);
    if (!places) return { ready: false, value: null };
    const value = isTree
      ? treeAnswer(places, question)
      : ((await this.lists?.answer(entity, question, places, newer).catch(() => null)) ?? null);
    return { ready: value !== null, value };
  }

  async matchAddress(entity: Country, text: string) {
    return this.withPlaces(entity, async (places, { matchAddress }) => matchAddress(entity, places, text));
  }

  async checkServed(entity: Country, ask: CheckAsk) {
    return this.withPlaces(
      entity,
      async (places, { checkCached }, lists) => lists && checkCached(lists, entity, places, ask).catch(() => null),
    );
  }

  async coverage(entity: Country, ask: CoverageAsk) {
    const { readCoverage } = await import('../query/coverage.ts');
    return this.withPlaces(
      entity,
      async (places, _, lists) => lists && readCoverage(lists, entity, places, ask).catch(() => null),
    );
  }

  async leadTimes(entity: Country, channelId: number, pending: Pending) {
    const { readLeadTimes } = await import('../query/leadTimeGroups.ts');
    return this.withPlaces(
      entity,
      async (places, _, lists) => lists && readLeadTimes(lists, entity, places, channelId, pending).catch(() => null),
    );
  }

  /** Shuts down the engine; resolves when its lock is free and its databases are closed. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.cancelWant();
    await this.leadership.end();
    this.places?.close();
    this.lists?.close();
    this.outbox.close();
    this.pins?.close();
    this.signals.close();
    const mirrorClosed = this.mirror.then(db => db?.close());
    await withTimeout(mirrorClosed, OPEN_MOST, this.deps.env.clock);
  }

  /** Loads an entity's places and cached rows into memory, and keeps them up to date. */
  private hold(entity: Country): void {
    this.places?.watch(entity);
    this.lists?.watch(entity);
  }

  private leaveEntity(entity: Country): void {
    this.places?.drop(entity);
    this.lists?.drop(entity);
  }

  private ask<T>(entity: Country, none: T, answer: (index: NonNullable<ReturnType<Places['of']>>) => T): OpsAnswer<T> {
    const index = this.places?.of(entity);
    return index ? { ready: true, value: answer(index) } : { ready: false, value: none };
  }

  /**
   * Runs `answer` on the tree once it is loaded, with the code for serviceability queries and the cached lists. The lists
   * exist only once the mirror is open, so nobody may read them earlier.
   */
  private async withPlaces<T>(
    entity: Country,
    answer: (
      places: PlaceIndex,
      code: Awaited<ReturnType<typeof serviceChecks>>,
      lists: CachedLists | null,
    ) => Promise<T>,
  ): Promise<OpsAnswer<T | null>> {
    await this.mirror;
    const soon = this.places?.soon(entity) ?? Promise.resolve(undefined);
    const [places, code] = await Promise.all([withTimeout(soon, PLACES_MOST), serviceChecks()]);
    return places ? { ready: true, value: await answer(places, code, this.lists) } : { ready: false, value: null };
  }

  private async openCache(): Promise<MirrorDb | null> {
    try {
      const db = await this.storage.openMirror(this.deps.userId, this.deps.env.owns);
      this.places = new Places(
        db,
        entity => this.signals.post({ t: 'places', entity }),
        () => void this.rebuild(db),
      );
      this.lists = new CachedLists(db);
      for (const entity of this.entities) this.hold(entity);
      return db;
    } catch {
      this.deps.env.clock.after(WANT_EVERY, () => this.reopen());
      return null;
    }
  }

  /** Retries opening, because the cause (such as a full disk) may have gone away (MR5). */
  private reopen(): void {
    if (!this.closed) this.mirror = this.openCache();
    void this.syncFeeds();
  }

  private async lead(): Promise<void> {
    const { env } = this.deps;
    const mirror = openForWrites(() => this.mirror, env.clock);
    const learn = learner(mirror, this.outbox.declared);
    const sending = await beginSending({
      env,
      outbox: this.outbox,
      away: this.board.now.network === 'offline',
      call: this.transport.call,
      learn: async (entry, outcome, rights) => void (await learn({ entry, outcome, rights })),
      rights: rightsReader(mirror),
      probed: () => this.feeds.size > 0,
      stillOut: () => this.board.now.signedOut,
      onReplaced: () => this.leadership.restart(),
      contract: this.contract,
      ...(this.deps.awaitingImports ? { awaiting: this.deps.awaitingImports } : {}),
      ...(this.deps.upgrades ? { upgrades: this.deps.upgrades } : {}),
      ...(this.deps.togetherFrom === undefined ? {} : { togetherFrom: this.deps.togetherFrom }),
    });
    this.sending = sending;
    this.sender = sending.sender;
    this.sender.poke();
    this.signals.post({ t: 'ask' });
    const { signals, transport, deps, board } = this;
    const online = () => board.now.network !== 'offline';
    this.activity =
      deps.openActivityService?.({ env, userId: deps.userId, signals, call: transport.call, online }) ?? null;
    const { userId, project } = deps;
    const onOutcome = (outcome: Outcome): void => board.report(outcome, getImport as unknown as CallDefinition);
    const onEnded = (): void => this.sender?.poke();
    this.imports = deps.openImports?.({ env, userId, call: transport.call, project, onOutcome, onEnded }) ?? null;
    // Not awaited: the lock can be handed over even if the mirror never opens.
    void this.syncFeeds();
  }

  private async stepDown(): Promise<void> {
    this.stopFeeds();
    const sender = this.sender;
    this.sender = null;
    this.sending?.preflight.stop();
    this.sending = null;
    const { activity, imports } = this;
    this.activity = null;
    this.imports = null;
    await Promise.all([sender?.stop(), activity?.close(), imports?.close()]);
  }

  private async syncFeeds(): Promise<void> {
    const db = await this.mirror;
    if (!this.sender || !db || this.closed) return;
    const now = this.deps.env.clock.ticks();
    const others = [...this.wanted.values()].filter(({ at }) => now - at < 3 * WANT_EVERY);
    const wanted = new Set([...this.entities, ...others.flatMap(({ entities }) => entities)]);
    for (const [entity, feed] of this.feeds) {
      if (wanted.has(entity)) continue;
      feed.stop();
      this.feeds.delete(entity);
      this.cacheKeepers.get(entity)?.stop();
      this.cacheKeepers.delete(entity);
    }
    for (const entity of wanted) if (!this.feeds.has(entity)) this.feeds.set(entity, this.openFeed(entity, db));
  }

  private stopFeeds(): void {
    for (const feed of this.feeds.values()) feed.stop();
    for (const cacheKeeper of this.cacheKeepers.values()) cacheKeeper.stop();
    this.feeds.clear();
    this.cacheKeepers.clear();
  }

  private openFeed(entity: Country, db: MirrorDb): Feed {
    const { env, openEvents, refreshSession, usedShare } = this.deps;
    const { call } = this.transport;
    const pinned = async () => (await this.pins?.of(entity)) ?? [];
    const now = () => env.clock.now();
    const cacheKeeper = new CacheKeeper({ entity, db, call, uuid: env.uuid, usedShare, pinned, now });
    this.cacheKeepers.set(entity, cacheKeeper);
    return new Feed({
      entity,
      db,
      call: this.sending?.sightings.noting(call) ?? call,
      openEvents,
      clock: env.clock,
      random: env.random,
      onSession: refreshSession,
      onVersion: time => this.activity?.released(time),
      onImport: () => this.imports?.poke(),
      onBell: () => this.signals.post({ t: 'bell' }),
      onBatches: importId => this.signals.post({ t: 'batches', entity, importId }),
      onOpen: () => {
        this.signals.post({ t: 'bell' });
        this.askRights();
      },
      onBroken: () => void this.rebuild(db),
      onTried: () => this.board.publish(),
      onCaughtUp: () => cacheKeeper.caughtUp(),
    });
  }

  /** MR5: discards the mirror and starts over, at most once every half minute. */
  private async rebuild(broken: MirrorDb): Promise<void> {
    if ((await this.mirror) !== broken || this.closed) return;
    this.stopFeeds();
    const now = this.deps.env.clock.ticks();
    const soon = this.lastRebuild + WANT_EVERY - now;
    if (soon > 0) {
      this.deps.env.clock.after(soon, () => void this.rebuild(broken));
      return;
    }
    this.lastRebuild = now;
    this.places?.close();
    this.lists?.close();
    this.mirror = this.storage.rebuildMirror(broken, this.deps.userId).then(() => this.openCache());
    await this.syncFeeds();
  }

  private onNetwork(up: boolean): void {
    if (up) {
      this.sending?.preflight.cameBack();
      this.sender?.networkUp();
      this.activity?.networkUp();
      this.imports?.poke();
    } else {
      this.sending?.preflight.wentAway();
      this.sender?.networkDown();
      this.kick();
    }
  }

  private resume(): void {
    this.sender?.resume();
    this.imports?.poke();
    this.kick();
  }

  private noteWanted(from: string, entities: Country[]): void {
    this.wanted.set(from, { entities, at: this.deps.env.clock.ticks() });
    void this.syncFeeds();
  }

  private announceWanted(): void {
    if (this.closed) return;
    this.signals.post({ t: 'want', from: this.id, entities: this.entities });
    void this.syncFeeds();
    // A tab that crashed or froze between its write and the signal has notified nobody.
    this.sender?.poke();
    this.imports?.poke();
    this.cancelWant = this.deps.env.clock.after(WANT_EVERY, () => this.announceWanted());
  }
}
