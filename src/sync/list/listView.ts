import type { ListData, ListRow } from '../../contract/listData.ts';
import { errorText } from '../../domain/errorText.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { pageId } from '../mirror/pages.ts';
import { RETRY, backoff } from '../network/backoff.ts';
import { cachedQuestion, treeQuestion } from '../query/cachedQuestion.ts';
import type { Row } from '../types.ts';
import { askList, keepPage, pendingOf, type ListClient, type ListQuestion } from './askList.ts';
import { askOps, noteViewed, setName, type CachedList, type OpsAnswer } from './askOps.ts';
import { cachedKnown, type CachedKnown } from './cachedKnown.ts';
import { drawList } from './drawList.ts';
import {
  initialList,
  reduceList,
  settledAtOf,
  type Around,
  type ListEffect,
  type ListEvent,
  type ListState,
  type Timer,
} from './listReducer.ts';
import { glanceAtList, readList, type Read } from './readList.ts';

/** Number of queue entries above which the queue is not reread on every change. */
const MANY = 100;
/** Delay in milliseconds between a list's response and recording its channel as opened. */
const NOTE_LATER = 500;

type EffectOf<T extends ListEffect['type']> = Extract<ListEffect, { type: T }>;

/**
 * One displayed page of a list: a store for `useSyncExternalStore`. `listReducer.ts` makes the decisions; this class
 * executes them and reports the results as events.
 */
export class ListView<F extends Row, R extends Row> {
  readonly question: ListQuestion<F, R>;
  private readonly client: ListClient;
  private readonly id: string;
  /** Null if lists of this kind can never be cached completely. */
  readonly cached: CachedList | null;
  private readonly listeners = new Set<() => void>();
  private readonly timers = new Map<Timer, () => void>();
  private stops: (() => void)[] = [];
  private state: ListState;
  private result: ListData<R>;

  constructor(client: ListClient, question: ListQuestion<F, R>) {
    this.client = client;
    this.question = question;
    const { source, entity, filters, page, count, sort } = question;
    this.id = pageId(source.id, entity, filters, page, count, sort);
    const asked =
      cachedQuestion(source.call, filters, sort, page, count, client.resources) ??
      treeQuestion(source.call, filters, sort, page, count);
    this.cached = asked && { entity, source, question: asked, id: this.id };
    this.state = initialList(source.ready(filters), this.cached !== null);
    this.result = drawList(question, this.state, this.refetch);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.listeners.size === 1 && this.state.ready) {
      if (this.cached) cachedKnown.join(this.client, setName(this.cached), this, this.ticks);
      this.dispatch({ type: 'started', known: this.known?.cacheStatus.ready === true });
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.dispatch({ type: 'stopped' });
    };
  };

  readonly getSnapshot = (): ListData<R> => this.result;

  readonly refetch = (): void => this.dispatch({ type: 'requested' });

  private dispatch(event: ListEvent): void {
    const { env, board, visible } = this.client;
    const around: Around = {
      now: env.clock.now(),
      ticks: this.ticks,
      offline: board.now.network === 'offline',
      visible: visible(),
    };
    const { state, effects } = reduceList(this.state, event, around);
    this.state = state;
    for (const effect of effects) this.run(effect);
  }

  private run(effect: ListEffect): void {
    const { run } = this.state;
    switch (effect.type) {
      case 'start':
        return this.start(run);
      case 'stop':
        return this.stop();
      case 'look':
        return void this.client.mirror.then(db => run === this.state.run && this.look(db, run));
      case 'read':
        return void this.client.mirror
          .then(db => this.read(db))
          .catch(() => undefined)
          .then(read => this.dispatch({ type: 'looked', run, read }));
      case 'readQueue':
        return void this.readQueue(effect, run);
      case 'callOps':
        return void this.callOps(effect, run);
      case 'callServer':
        return void this.callServer().catch(this.fail);
      case 'keep':
        return void this.keep(effect, run).catch(this.fail);
      case 'share':
        if (this.cached) cachedKnown.note(this.client, setName(this.cached), shared(effect.read));
        return;
      case 'note':
        if (effect.later) this.client.env.clock.after(NOTE_LATER, () => void this.note(effect.first));
        else void this.note(effect.first);
        return;
      case 'wait':
        return this.wait(effect.timer, effect.millis, run);
      case 'backOff':
        return this.wait('retry', backoff(RETRY, effect.tries, this.client.env.random), run);
      case 'cancel':
        this.timers.get(effect.timer)?.();
        this.timers.delete(effect.timer);
        return;
      case 'draw':
        return this.draw();
    }
  }

  private start(run: number): void {
    const { client } = this;
    void client.mirror.then(db => this.dispatch({ type: 'mirrorOpened', run, kept: db !== null }));
    this.stops.push(
      client.board.listen((now, before) =>
        this.dispatch({
          type: 'cameBack',
          network: now.network === 'online' && before.network !== 'online',
          session: before.signedOut && !now.signedOut,
        }),
      ),
      client.onWake(() => this.dispatch({ type: 'woke' })),
    );
  }

  private stop(): void {
    if (this.cached) cachedKnown.leave(this.client, setName(this.cached), this, this.ticks);
    for (const stop of this.stops.splice(0)) stop();
    for (const cancel of this.timers.values()) cancel();
    this.timers.clear();
  }

  private look(db: MirrorDb | null, run: number): void {
    this.stops.push(
      this.client.live(
        async (): Promise<Read | 'changed'> => {
          if (this.state.entries.length <= MANY) return this.read(db);
          await glanceAtList(this.reader, db);
          return 'changed';
        },
        read => this.dispatch(read === 'changed' ? { type: 'changed', run } : { type: 'looked', run, read }),
      ),
    );
  }

  private read(db: MirrorDb | null): Promise<Read> {
    return readList(this.reader, db, page => settledAtOf(this.state, page));
  }

  private async readQueue({ read }: EffectOf<'readQueue'>, run: number): Promise<void> {
    const entries = await pendingOf(this.client, this.question, settledAtOf(this.state, this.state.view));
    this.dispatch({ type: 'queueRead', run, read, entries });
  }

  private async callOps({ caller }: EffectOf<'callOps'>, run: number): Promise<void> {
    const none: OpsAnswer = { type: 'none', released: false };
    const { cached, client } = this;
    const db = await client.firstMirror().catch(() => null);
    const { looks, view } = this.state;
    const answer = db && cached ? await askOps(client, cached, db, view, this.known).catch(() => none) : none;
    this.dispatch({ type: 'opsAnswered', run, caller, looks, answer });
    if (answer.type !== 'late') return;
    const page = await answer.page;
    if (page) this.dispatch({ type: 'opsAnsweredLate', run, answer: page });
  }

  private async callServer(): Promise<void> {
    const db = await this.client.firstMirror();
    const answer = await askList(this.client, this.question, this.id, db);
    this.dispatch({ type: 'serverAnswered', answer });
  }

  private async keep({ page, from }: EffectOf<'keep'>, run: number): Promise<void> {
    const db = await this.client.firstMirror();
    const view = db ? await keepPage(db, page, this.question.source) : { cached: page, stale: false };
    this.dispatch({ type: 'pageKept', run, view, stored: db !== null, from });
  }

  private async note(first: boolean): Promise<void> {
    const db = await this.client.firstMirror();
    if (db && this.cached) noteViewed(this.cached, db, first, this.client.env.clock.now());
  }

  private wait(timer: Timer, millis: number, run: number): void {
    const cancel = this.client.env.clock.after(millis, () => {
      this.timers.delete(timer);
      this.dispatch({ type: 'elapsed', run, timer });
    });
    this.timers.set(timer, cancel);
  }

  private draw(): void {
    const next = drawList(this.question, this.state, this.refetch);
    // The display is unchanged, so nothing is rerendered.
    if (sameResult(this.result, next)) return;
    this.result = next;
    for (const listener of this.listeners) listener();
  }

  private readonly fail = (error: unknown): void =>
    this.dispatch({ type: 'failed', message: `This list could not be shown: ${errorText(error)}` });

  private get reader() {
    const { client, question, id, cached } = this;
    return { client, question, id, cached, view: this.state.view ?? null };
  }

  /** Uses the data that another list about the same channel has just read. */
  private get known(): CachedKnown | null {
    return this.cached && cachedKnown.get(this.client, setName(this.cached), this.ticks);
  }

  private get ticks(): number {
    return this.client.env.clock.ticks();
  }
}

const shared = (read: Read | undefined): CachedKnown | null =>
  read?.cacheStatus ? { ...read, cacheStatus: read.cacheStatus } : null;

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
