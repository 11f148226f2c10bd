import { RETRY, backoff } from '../network/backoff.ts';
import type { MirrorDb } from '../mirror/db.ts';
import type { CachedPage, PageView, Row } from '../types.ts';
import { pageId, readPage } from '../mirror/pages.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import { isUnseenCreate } from '../query/overlay.ts';
import type { CacheStatus } from '../mirror/cacheStatus.ts';
import { cachedQuestion, treeQuestion } from '../query/cachedQuestion.ts';
import { askList, keepPage, pendingOf, type ListClient, type ListQuestion } from './askList.ts';
import { cachedKnown } from './cachedKnown.ts';
import { CachedView, type CachedPageAnswer } from './cachedView.ts';
import { drawList } from './drawList.ts';
import { glanceAtList, readList, type Read } from './readList.ts';
import type { ListData, ListRow } from '../../contract/listData.ts';
import { errorText } from '../../domain/errorText.ts';

const sameRow = (a: ListRow<Row>, b: ListRow<Row>): boolean =>
  a.key === b.key &&
  a.row === b.row &&
  (a.pending === b.pending || JSON.stringify(a.pending) === JSON.stringify(b.pending));

/** Whether two results display the same rows, regardless of how they were created. */
function sameResult<R extends Row>(a: ListData<R>, b: ListData<R>): boolean {
  const { rows: ours, ...rest } = a;
  const { rows: theirs, ...next } = b;
  return (
    (Object.keys(rest) as (keyof typeof rest)[]).every(key => rest[key] === next[key]) &&
    ours.length === theirs.length &&
    ours.every((row, at) => sameRow(row, theirs[at] as ListRow<R>))
  );
}

/** How often a busy feed may make a list send requests. */
const REFETCH_EVERY = 1000;
/** How often (milliseconds) a longer queue is read again at most, no matter how fast it changes. */
const MANY = 100;
const READ_EVERY = 300;
/** How long after the answer to its list a channel is recorded as opened. */
const NOTE_LATER = 500;
/**
 * If the previous list knew queue and mirror, this list's own reads are deferred, because they would delay answer and
 * paint.
 */
const LOOK_LATER = 100;
/** `ops` may still be starting: interval and number of retries. */
const LATE_EVERY = 500;
const LATE_MOST = 40;

/** How many times a changing queue is reread; the next read follows automatically. */
const LOOKS_MOST = 5;

/** How long a cached list with something to show waits for `ops` and its mirror before it uses the network itself. */
const CACHE_WAIT = 6000;

/**
 * One page of one list while it is displayed: first the cached page, then the network, with pending writes applied
 * (MR1), requested again when its collection changes or the network returns. If the channel's rows are cached and up to
 * date, `ops` answers instead, without a request (design 4). A store for `useSyncExternalStore`.
 */
export class ListView<F extends Row, R extends Row> {
  readonly question: ListQuestion<F, R>;
  readonly client: ListClient;
  readonly id: string;
  private readonly listeners = new Set<() => void>();
  private stops: (() => void)[] = [];
  private alive = 0;
  /** undefined: the cache was not read yet. */
  private view: PageView | null | undefined;
  private entries: StoredEntry[] = [];
  private fetching = false;
  /** The next read uses the network, regardless of the cache. */
  private insists = false;
  private wantsMore = false;
  private lastFetch = -Infinity;
  private cancelRefetch: (() => void) | null = null;
  private problem: string | null = null;
  private refused = false;
  /** The last request was not answered by the server. */
  private unreached = false;
  /** An automatic request, during which the display stays. */
  private quiet = false;
  private retries = 0;
  private cancelRetry: (() => void) | null = null;
  private result: ListData<R>;
  /** Null if rows of this list are never cached. */
  readonly cached: CachedView | null;
  private cacheStatus: CacheStatus | null = null;
  private asksCached = false;
  /** Number of successful reads of queue and mirror. */
  private looks = 0;
  private cancelLate: (() => void) | null = null;
  private cancelSoon: (() => void) | null = null;
  /** An answer that came before the mirror was open. */
  private unkept: CachedPage | null = null;
  /** Waits for `ops` to start, or for its mirror to catch up, instead of a request. */
  private cancelWait: (() => void) | null = null;

  constructor(client: ListClient, question: ListQuestion<F, R>) {
    this.client = client;
    this.question = question;
    const { source, entity, filters, page, count, sort } = question;
    this.id = pageId(source.id, entity, filters, page, count, sort);
    const asked =
      cachedQuestion(source.call, filters, sort, page, count) ?? treeQuestion(source.call, filters, sort, page, count);
    this.cached = asked && new CachedView(client, entity, asked);
    this.result = this.render();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  };

  readonly getSnapshot = (): ListData<R> => this.result;

  readonly refetch = (): void => {
    void this.ask();
  };

  private get ready(): boolean {
    return this.question.source.ready(this.question.filters);
  }

  private start(): void {
    if (!this.ready) return;
    const run = ++this.alive;
    const { clock } = this.client.env;
    if (this.cached) cachedKnown.join(this.client, this.cached.name, this, clock.ticks());
    const known = this.cached && cachedKnown.get(this.client, this.cached.name, clock.ticks());
    void this.client.mirror.then(async db => {
      if (db && this.unkept) await this.keep(db, this.unkept);
      if (run !== this.alive) return;
      if (known?.cacheStatus.ready) this.stops.push(clock.after(LOOK_LATER, () => this.look(db, run)));
      else this.look(db, run);
    });
    this.stops.push(
      this.client.board.listen((now, before) => {
        const back = now.network === 'online' && before.network !== 'online';
        const again = before.signedOut && !now.signedOut;
        if (again || (back && this.problem !== null)) void this.ask();
      }),
      this.client.onWake(() => this.refetchIfStale()),
    );
    void this.ask();
  }

  /** Reads the queue and the mirror, now and whenever they change. */
  private look(db: MirrorDb | null, run: number): void {
    this.stops.push(
      this.client.live(
        async (): Promise<Read | 'changed'> => {
          if (this.entries.length <= MANY) return this.read(db);
          await glanceAtList(this, db);
          return 'changed';
        },
        read => (read === 'changed' ? this.readSoon(db, run) : this.take(read)),
      ),
    );
  }

  private stop(): void {
    this.alive += 1;
    if (this.cached) cachedKnown.leave(this.client, this.cached.name, this, this.client.env.clock.ticks());
    for (const stop of this.stops.splice(0)) stop();
    this.cancelRefetch?.();
    this.cancelRefetch = null;
    this.cancelRetry?.();
    this.cancelRetry = null;
    this.cancelLate?.();
    this.cancelLate = null;
    this.cancelSoon?.();
    this.cancelSoon = null;
    this.stopWaiting();
  }

  private read(db: MirrorDb | null): Promise<Read> {
    const { client, question, id, cached, view } = this;
    return readList({ client, question, id, cached, view: view ?? null }, db, page => this.settledAt(page));
  }

  private readSoon(db: MirrorDb | null, run: number): void {
    if (this.cancelSoon) return;
    this.cancelSoon = this.client.env.clock.after(READ_EVERY, () => {
      this.cancelSoon = null;
      void this.read(db)
        .catch(() => undefined)
        .then(read => {
          if (run === this.alive) this.take(read);
        });
    });
  }

  /** Endings after this one may be missing from some displayed data. */
  private settledAt(view: PageView | null | undefined): number {
    const known = [view?.cached.settledAt, this.cached?.answer?.settledAt].filter(at => at !== undefined);
    return known.length === 0 ? 0 : Math.min(...known);
  }

  /** The queue changed during the call to `ops`: data read before the call is older than what is shown. */
  private async lookAtQueue(): Promise<void> {
    for (let looks = -1, tries = 0; looks !== this.looks && tries < LOOKS_MOST; tries++) {
      looks = this.looks;
      this.entries = await this.readEntries(this.settledAt(this.view));
    }
  }

  private async readEntries(settledAt: number): Promise<StoredEntry[]> {
    return pendingOf(this.client, this.question, settledAt);
  }

  private take(read: Read | undefined): void {
    this.looks += 1;
    this.view = read ? read.view : (this.view ?? null);
    this.cacheStatus = read?.cacheStatus ?? null;
    if (this.cached)
      cachedKnown.note(
        this.client,
        this.cached.name,
        read?.cacheStatus ? { ...read, cacheStatus: read.cacheStatus } : null,
      );
    if (this.cached?.answer && !this.cacheStatus?.ready) {
      // Released, without a cached page: there is nothing to show until the network answers.
      this.cached.answer = null;
      if (!this.view) void this.ask();
    }
    this.endWait();
    // The rows changed after the answer: entries and rows are updated together once `ops` has answered.
    if (this.cacheStatus?.ready && this.cached?.answer?.rev !== this.cacheStatus.rev && !this.fetching) {
      void this.askCachedAgain();
      if (this.cached?.answer) return;
    }
    this.entries = read?.entries ?? [];
    this.update();
    this.refetchIfStale();
  }

  /** The answer of `ops` is shown while it is the newest. */
  private get showsCached(): boolean {
    const answer = this.cached?.answer;
    return answer !== null && answer !== undefined && this.cachedAsOf(answer.asOf) >= (this.view?.cached.asOf ?? 0);
  }

  /** If nothing has changed, each check with the server renews the answer's age. */
  private cachedAsOf(asOf: number): number {
    const answered = this.cacheStatus?.rev === this.cached?.answer?.rev;
    return answered ? Math.max(asOf, this.cacheStatus?.checkedAt ?? 0) : asOf;
  }

  /** Calls `ops` without a following request; a change during the call leads to another one. */
  private async askCachedAgain(tries = 0): Promise<void> {
    if (this.asksCached) return;
    this.asksCached = true;
    const run = this.alive;
    const outcome = await this.askCached().catch(() => 'none' as const);
    this.asksCached = false;
    if (run !== this.alive) return;
    if (outcome === 'late') this.askLate(tries + 1);
    if (outcome === 'late' || outcome === 'none') this.entries = await this.readEntries(this.settledAt(this.view));
    if (outcome === 'fresh') this.problem = null;
    this.endWait();
    const { cached, cacheStatus } = this;
    if (outcome !== 'late' && outcome !== 'none' && cacheStatus && (cached?.answer?.rev ?? 0) < cacheStatus.rev) {
      void this.askCachedAgain();
    }
    this.update();
  }

  private askLate(tries: number): void {
    if (this.cancelLate || tries > LATE_MOST) return;
    this.cancelLate = this.client.env.clock.after(LATE_EVERY, () => {
      this.cancelLate = null;
      void this.askCachedAgain(tries);
    });
  }

  private async askCached(): Promise<'none' | 'late' | 'fresh' | 'old'> {
    const db = await this.client.firstMirror();
    const { cached } = this;
    if (!db || !cached) return 'none';
    if (!cached.joined) {
      this.view ??= (await readPage(db, this.id).catch(() => null)) ?? null;
      // A cached page is shown, so the engine joins later, after the first list is painted.
      if (this.view) return (await cached.cacheStatus(db)).ready ? 'late' : 'none';
    }
    const { alive: run, looks } = this;
    const { clock } = this.client.env;
    const known = cachedKnown.get(this.client, cached.name, clock.ticks());
    const asked = await cached.ask(
      db,
      settledAt => this.readEntries(Math.min(settledAt, this.view?.cached.settledAt ?? settledAt)),
      known,
      answer => this.takeLate(run, answer),
    );
    if (!('entries' in asked)) return asked.outcome;
    this.entries = asked.entries;
    if (this.looks !== looks) await this.lookAtQueue();
    // After what is drawn now.
    if (asked.entries === known?.entries) clock.after(NOTE_LATER, () => cached.opened(db));
    else cached.opened(db);
    return asked.outcome;
  }

  /** A late answer of `ops`, after the network was called: shown if it is newer than what has arrived. */
  private takeLate(run: number, answer: CachedPageAnswer): void {
    if (run !== this.alive || !this.cached || this.cached.answer || !this.cacheStatus?.ready) return;
    this.cached.answer = answer;
    void this.readEntries(this.settledAt(this.view)).then(entries => {
      if (run !== this.alive) return;
      this.entries = entries;
      this.update();
    });
  }

  private get stale(): boolean {
    // The device no longer has the page: changed rights, or another tab, have removed it.
    if (this.view === null && !this.cached?.answer) return true;
    if (!this.view || (this.cacheStatus?.ready && this.cached?.fresh(this.cacheStatus) && this.cached.answer))
      return false;
    const { settledAt } = this.view.cached;
    return this.view.stale || this.entries.some(entry => isUnseenCreate(entry, settledAt));
  }

  /**
   * The collection has changed, or nothing is shown: request silently, at most once a second, and only while visible.
   */
  private refetchIfStale(): void {
    if (!this.stale || this.refreshing || this.cancelRefetch || this.problem !== null || !this.client.visible()) return;
    const { clock } = this.client.env;
    const wait = Math.max(0, this.lastFetch + REFETCH_EVERY - clock.ticks());
    const run = this.alive;
    this.cancelRefetch = clock.after(wait, () => {
      this.cancelRefetch = null;
      if (run === this.alive && this.stale) void this.ask();
    });
  }

  private get refreshing(): boolean {
    return this.fetching || this.cancelWait !== null;
  }

  /**
   * Something is shown and `ops` has the rows: it is starting, or its mirror is catching up with the server. Only if
   * that takes too long is the list itself requested.
   */
  private wait(): void {
    const run = this.alive;
    this.cancelWait ??= this.client.env.clock.after(CACHE_WAIT, () => {
      this.cancelWait = null;
      if (run === this.alive) void this.ask(true);
    });
  }

  private stopWaiting(): void {
    this.cancelWait?.();
    this.cancelWait = null;
  }

  /** The awaited change has arrived, or will not: the rows are drawn as they are from now on. */
  private endWait(): void {
    if (!this.cancelWait || !this.cached || !this.cacheStatus) return;
    const { cacheStatus, cached } = this;
    if (!cacheStatus.ready) {
      this.stopWaiting();
      void this.ask();
    } else if (cached.answer?.rev === cacheStatus.rev && cached.fresh(cacheStatus)) {
      this.stopWaiting();
      this.problem = null;
    }
  }

  /**
   * One request at a time; a request during another one is sent after it, so an older answer never follows a newer one.
   */
  private async ask(insists = false, quiet = false): Promise<void> {
    if (!this.ready) return;
    this.quiet = quiet && (this.quiet || !this.fetching);
    this.cancelRetry?.();
    this.cancelRetry = null;
    this.wantsMore = true;
    this.insists ||= insists;
    const isFirst = !this.fetching;
    this.fetching = true;
    this.update();
    if (!isFirst) return;
    while (this.wantsMore) {
      this.wantsMore = false;
      this.lastFetch = this.client.env.clock.ticks();
      const { insists: now } = this;
      this.insists = false;
      await this.askOnce(now).catch((error: unknown) => {
        this.problem = `This list could not be shown: ${errorText(error)}`;
      });
    }
    this.fetching = false;
    this.quiet = false;
    this.update();
    this.refetchIfStale();
    this.retryLater();
  }

  /** Only this call fails while the network works: it is retried less and less often. */
  private retryLater(): void {
    const { client, alive: run } = this;
    if (!this.unreached) this.retries = 0;
    if (!this.unreached || client.board.now.network === 'offline' || this.listeners.size === 0) return;
    const { clock, random } = client.env;
    this.cancelRetry = clock.after(backoff(RETRY, this.retries++, random), () => {
      this.cancelRetry = null;
      if (run === this.alive && client.board.now.network !== 'offline') void this.ask(true, true);
    });
  }

  private async askOnce(insists: boolean): Promise<void> {
    const db = await this.client.firstMirror();
    const answered = await this.askCached().catch(() => 'none' as const);
    if (answered === 'fresh') {
      this.problem = null;
      this.refused = false;
      this.unreached = false;
      return;
    }
    if (answered === 'late') this.askLate(1);
    if (!insists && (answered === 'old' || (answered === 'late' && this.view))) {
      this.wait();
      return;
    }
    if (answered === 'old') this.update();
    await this.askNetwork(db);
  }

  private async askNetwork(db: MirrorDb | null): Promise<void> {
    const answer = await askList(this.client, this.question, this.id, db);
    this.refused = answer.refused;
    this.problem = answer.problem;
    this.unreached = answer.unreached;
    if (!answer.page) return;
    // It may have been opened meanwhile.
    const now = db ?? (await this.client.firstMirror());
    if (now) await this.keep(now, answer.page);
    else {
      this.unkept = answer.page;
      this.view = { cached: answer.page, stale: false };
    }
    this.entries = await this.readEntries(this.settledAt(this.view));
  }

  /** Stores an answer and shows the stored rows, because newer rows may have replaced some in the meantime. */
  private async keep(db: MirrorDb, page: CachedPage): Promise<void> {
    this.unkept = null;
    this.view = await keepPage(db, page, this.question.source);
    // Cached from now on, after the page that is shown.
    this.cached?.opened(db);
  }

  private update(): void {
    const next = this.render();
    // Nothing displayed has changed, so nothing is redrawn.
    if (sameResult(this.result, next)) return;
    this.result = next;
    for (const listener of this.listeners) listener();
  }

  private render(): ListData<R> {
    const { problem, refused, fetching, refreshing, entries, refetch } = this;
    const answer = this.cached?.answer;
    const cached = answer && this.showsCached ? { ...answer, asOf: this.cachedAsOf(answer.asOf) } : null;
    const state = {
      problem,
      refused,
      fetching: fetching && !this.quiet,
      refreshing,
      entries,
      refetch,
      cached,
      view: this.view,
    };
    return drawList(this.question, this.ready, state);
  }
}
