import type { Country } from '../../domain/country.ts';
import type { Env } from '../base/env.ts';
import {
  tabLock,
  type CachedQueries,
  type OpsApi,
  type OpsAnswer,
  type PlaceQueries,
  type ServiceQueries,
} from '../engine/opsApi.ts';
import { onProject, storedProject } from '../network/project.ts';
import { inTime, withTimeout } from '../base/withTimeout.ts';
import { onceStalled } from '../storage/pageLeaves.ts';

/** A tab's link to the engine. */
export interface OpsLink extends PlaceQueries, CachedQueries, ServiceQueries {
  /** Joins the engine, as do queries about places. */
  start(): void;
  /** Called when there is something to send: a frozen engine, which would not send it, is then replaced. */
  check(): void;
  /** Whether the tab has joined the engine or is about to. */
  joined(): boolean;
  /** Called when the tab switches to another entity. */
  move(entity: Country): void;
  close(): void;
}

const ANSWER_MOST = 4000;
const RECONNECT_EVERY = 10_000;

const joinLater = async (): Promise<OpsApi> => (await import('./connectWorker.ts')).connectWorker();

/** Resumes a suspended worker as soon as the page has to wait for storage, which the worker may have locked (BR1, BR3). */
export const wakeWhenStalled = (): void =>
  onceStalled(() => {
    import('./connectWorker.ts').then(({ wakeShared }) => wakeShared()).catch(() => undefined);
  });

/**
 * The link to the engine of the person's browser: the `ops` worker, or else an engine in this tab under the same lock.
 * The engine is joined, and its code loaded, at `start` or on the first query.
 */
export function connectOps(
  env: Env,
  userId: number,
  firstEntity: Country,
  join: () => Promise<OpsApi> = joinLater,
): OpsLink {
  const tabId = env.uuid();
  let entity = firstEntity;
  let closed = false;
  let lastConnect = 0;
  let releaseLock: () => void = () => undefined;
  const alive = new Promise<void>(resolve => {
    releaseLock = resolve;
  });
  // Held for the tab's whole lifetime, so that the worker notices when the tab is gone.
  const locked = new Promise<void>(resolve => {
    void env.locks.request(tabLock(tabId), {}, () => {
      resolve();
      return alive;
    });
  });

  const ending = new AbortController();
  let ops: Promise<OpsApi> | null = null;
  const stopProject = onProject(name => void ops?.then(api => api.project(name)).catch(() => undefined));

  /** Joins the engine's host; `gone` is called once when the host's process dies, which its port does not report. */
  async function connect(gone: () => void): Promise<OpsApi> {
    lastConnect = env.clock.ticks();
    const [api] = await Promise.all([join(), locked]);
    const { lock } = await answered(api.hello());
    // The lock is shared: an exclusive one might be granted first to a frozen tab, which would never release it.
    const watched = env.locks.request(lock, { mode: 'shared', signal: ending.signal }, async () => undefined);
    watched.then(gone, () => undefined);
    await answered(api.attach({ tabId, userId, entity, project: storedProject() }));
    return api;
  }

  const answered = <T>(answer: Promise<T>): Promise<T> =>
    inTime(answer, ANSWER_MOST, 'The engine does not respond.', env.clock);

  function start(): void {
    if (closed || ops) return;
    // A worker's engine dies with its process, so another is started immediately; otherwise nothing would be sent.
    const started = connect(() => again(started));
    ops = started;
    // Code that failed to load is requested again, because without the engine, nothing would ever be sent.
    started.catch(() => {
      if (ops === started) ops = null;
      env.clock.after(RECONNECT_EVERY, start);
    });
  }

  function again(former: Promise<OpsApi>): void {
    if (closed || ops !== former) return;
    ops = null;
    start();
  }

  async function ask<T>(none: T, question: (api: OpsApi) => Promise<OpsAnswer<T>>): Promise<OpsAnswer<T>> {
    start();
    const answer = await withTimeout(ops?.then(question) ?? Promise.resolve(null), ANSWER_MOST, env.clock).catch(
      () => null,
    );
    if (!answer && !closed && env.clock.ticks() - lastConnect > RECONNECT_EVERY) {
      ops = null;
      start();
    }
    return answer ?? { ready: false, value: none };
  }

  let checking = false;
  /** Pings until there is a response; each timeout makes the tab join again. */
  function check(): void {
    if (checking || closed) return;
    checking = true;
    const alive = async (api: OpsApi) => ({ ready: (await api.hello()) !== undefined, value: null });
    void ask<null>(null, alive).then(({ ready }) => {
      checking = false;
      if (!ready) env.clock.after(RECONNECT_EVERY, check);
    });
  }

  return {
    suggest: (...args) => ask<string[]>([], api => api.suggest(...args)),
    children: (...args) => ask([] as never, api => api.children(...args)),
    path: (...args) => ask(null as never, api => api.path(...args)),
    list: (...args) => ask(null as never, api => api.list(...args)),
    matchAddress: (...args) => ask(null as never, api => api.matchAddress(...args)),
    checkServed: (...args) => ask(null as never, api => api.checkServed(...args)),
    coverage: (...args) => ask(null as never, api => api.coverage(...args)),
    leadTimes: (...args) => ask(null as never, api => api.leadTimes(...args)),
    start,
    check,
    joined: () => ops !== null,
    move(next) {
      if (next === entity) return;
      entity = next;
      void ops?.then(api => api.attach({ tabId, userId, entity, project: storedProject() })).catch(() => undefined);
    },
    close() {
      closed = true;
      stopProject();
      ending.abort();
      releaseLock();
    },
  };
}
