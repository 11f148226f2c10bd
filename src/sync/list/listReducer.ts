import type { CacheStatus } from '../mirror/cacheStatus.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import { isUnseenCreate } from '../query/overlay.ts';
import type { CachedPage, PageView } from '../types.ts';
import type { ListAnswer } from './askList.ts';
import type { CachedPageAnswer, OpsAnswer } from './askOps.ts';
import type { Read } from './readList.ts';

/**
 * A pure state machine for one displayed page of a list. It shows first the cached page, then the network's, with
 * pending writes applied (MR1), and refetches the page when its collection changes or the network is back. If the
 * channel's rows are cached and up to date, `ops` returns them without a request (design 4).
 */

/** Minimum interval in milliseconds between a list's requests while the feed is busy. */
const REFETCH_EVERY = 1000;
/** Minimum interval in milliseconds between reads of a long queue, however fast it changes. */
const READ_EVERY = 300;
/**
 * If the previous list has already read queue and mirror, this list defers its own reads by this many milliseconds,
 * because they would delay the response and the paint.
 */
const LOOK_LATER = 100;
/** Retry interval (milliseconds) and number of retries while `ops` may still be starting. */
const LATE_EVERY = 500;
const LATE_MOST = 40;
/** How many times a changing queue is reread; after that, the next read follows automatically. */
const LOOKS_MOST = 5;
/**
 * Time in milliseconds that a cached list with rows to show waits for `ops` and its mirror before it uses the network.
 */
const CACHE_WAIT = 6000;
/**
 * The mirror checks the server at least every 20 s; after this many milliseconds without a check, it is considered
 * outdated.
 */
const FRESH = 45_000;

/**
 * look: the list starts its own reads. soon: a long queue is reread. late: `ops` is called again. wait: the cache has
 * not caught up in time. refetch: the page is outdated. retry: only this call fails while the network works.
 */
export type Timer = 'look' | 'soon' | 'late' | 'wait' | 'refetch' | 'retry';

/** What is waiting for the queue: the list's request, a call to `ops` without a request, or a late answer. */
export type Caller = { by: 'request'; insists: boolean } | { by: 'again'; tries: number } | { by: 'late' };
type Asker = Exclude<Caller, { by: 'late' }>;

/** The result from `ops`: nothing, nothing in time, current rows, or rows from a mirror that has not caught up. */
type Outcome = 'none' | 'late' | 'fresh' | 'old';

/** How to proceed once the queue has been read. */
export interface QueueRead {
  caller: Caller;
  /** Null after a response from the network. */
  outcome: Outcome | null;
  /** Number of reads of queue and mirror when this read started. */
  looks: number;
  tries: number;
}

export interface ListState {
  /** Whether lists of this kind can be cached completely. */
  readonly cacheable: boolean;
  /** Whether the required filters are set (G7). */
  readonly ready: boolean;
  /** Incremented by each start and stop, so that results from earlier runs are ignored. */
  readonly run: number;
  readonly open: boolean;
  /** The cached page; undefined until the cache is read. */
  readonly view: PageView | null | undefined;
  /** The last answer from `ops`. */
  readonly answer: CachedPageAnswer | null;
  readonly entries: readonly StoredEntry[];
  readonly cacheStatus: CacheStatus | null;
  /** Number of reads of queue and mirror so far. */
  readonly looks: number;
  /** The request in progress; `next` is sent after it. `insists`: uses the network even if rows are cached. */
  readonly request: { next: { insists: boolean } | null } | null;
  /** Whether a call to `ops` without a request is in progress. */
  readonly again: boolean;
  /** Whether the request was automatic, so that the display stays unchanged until the response. */
  readonly quiet: boolean;
  readonly lastRequest: number;
  readonly problem: string | null;
  /** Whether the server refused the last request. */
  readonly refused: boolean;
  /** Whether the server did not respond to the last request. */
  readonly unreached: boolean;
  readonly retries: number;
  readonly timers: Readonly<Partial<Record<Timer, true>>>;
  /** Number of consecutive late answers from `ops`, for the `late` timer. */
  readonly lateTries: number;
  /** A response that arrived before the mirror was open. */
  readonly unkept: CachedPage | null;
  /** Whether this list has recorded its channel as opened. */
  readonly noted: boolean;
  /** Whether another list about the same channel had read queue and mirror when this one started. */
  readonly known: boolean;
}

export type ListEvent =
  /** The first listener subscribed. `known`: another list about the same channel has read queue and mirror. */
  | { type: 'started'; known: boolean }
  /** The last listener unsubscribed. */
  | { type: 'stopped' }
  /** The databases are open, or the device has none. */
  | { type: 'mirrorOpened'; run: number; kept: boolean }
  /** Queue and mirror were read, initially or because they changed; undefined if that failed. */
  | { type: 'looked'; run: number; read: Read | undefined }
  /** Queue or mirror changed, and the queue is too long to read every time. */
  | { type: 'changed'; run: number }
  | { type: 'elapsed'; run: number; timer: Timer }
  /** The person reloads the list. */
  | { type: 'requested' }
  /** The network or the session is back. */
  | { type: 'cameBack'; network: boolean; session: boolean }
  /** The tab became visible again. */
  | { type: 'woke' }
  /** `looks`: number of reads when `ops` was called. */
  | { type: 'opsAnswered'; run: number; caller: Asker; looks: number; answer: OpsAnswer }
  | { type: 'opsAnsweredLate'; run: number; answer: CachedPageAnswer }
  | { type: 'queueRead'; run: number; read: QueueRead; entries: StoredEntry[] }
  | { type: 'serverAnswered'; answer: ListAnswer }
  /** `stored`: whether the page is on the device; `view` is what is stored there. */
  | { type: 'pageKept'; run: number; view: PageView; stored: boolean; from: 'request' | 'start' }
  | { type: 'failed'; message: string };

export type ListEffect =
  /** Shares the channel's data with other lists, subscribes to changes of network and session, and opens the mirror. */
  | { type: 'start' }
  /** Reverts the start and cancels all timers. */
  | { type: 'stop' }
  /** Reads queue and mirror, now and whenever they change. */
  | { type: 'look' }
  /** Reads queue and mirror once. */
  | { type: 'read' }
  | { type: 'readQueue'; read: QueueRead }
  | { type: 'callOps'; caller: Asker }
  | { type: 'callServer' }
  /** Stores a page and reads it back, because newer rows may have replaced some in the meantime. */
  | { type: 'keep'; page: CachedPage; from: 'request' | 'start' }
  /** Shares what was read with the next list about the same channel. */
  | { type: 'share'; read: Read | undefined }
  /** Records that the channel is being viewed. `later`: after the current paint. */
  | { type: 'note'; first: boolean; later: boolean }
  /** `retry` waits longer each time, depending on `tries`. */
  | { type: 'wait'; timer: Exclude<Timer, 'retry'>; millis: number }
  | { type: 'backOff'; tries: number }
  | { type: 'cancel'; timer: Timer }
  /** Rows and queue are consistent again; they are rendered if anything displayed has changed. */
  | { type: 'draw' };

/** The external inputs that decisions depend on, apart from the list's own state. */
export interface Around {
  /** Current time in epoch milliseconds. */
  now: number;
  /** Time of a monotonic clock in milliseconds. */
  ticks: number;
  offline: boolean;
  /** Whether the tab is visible. */
  visible: boolean;
}

export const initialList = (ready: boolean, cacheable: boolean): ListState => ({
  cacheable,
  ready,
  run: 0,
  open: false,
  view: undefined,
  answer: null,
  entries: [],
  cacheStatus: null,
  looks: 0,
  request: null,
  again: false,
  quiet: false,
  lastRequest: -Infinity,
  problem: null,
  refused: false,
  unreached: false,
  retries: 0,
  timers: {},
  lateTries: 0,
  unkept: null,
  noted: false,
  known: false,
});

/**
 * Returns the next state and the ordered effects. An event that does not apply returns the same state and no effects.
 */
export function reduceList(
  state: ListState,
  event: ListEvent,
  around: Around,
): { state: ListState; effects: ListEffect[] } {
  const step: Step = { state, effects: [], around };
  apply(step, event);
  return { state: step.state, effects: step.effects };
}

/** A transition in progress, used only in this file. */
interface Step {
  state: ListState;
  effects: ListEffect[];
  around: Around;
}

const set = (step: Step, part: Partial<ListState>): void => {
  step.state = { ...step.state, ...part };
};

function apply(step: Step, event: ListEvent): void {
  if (!applies(step.state, event)) return;
  switch (event.type) {
    case 'started':
      return start(step, event.known);
    case 'stopped':
      if (!step.state.open) return;
      set(step, { run: step.state.run + 1, open: false, again: false, timers: {} });
      step.effects.push({ type: 'stop' });
      return;
    case 'mirrorOpened':
      return mirrorOpened(step, event.kept);
    case 'looked':
      return looked(step, event.read);
    case 'changed':
      return wait(step, 'soon', READ_EVERY);
    case 'elapsed':
      return elapsed(step, event.timer);
    case 'requested':
      return request(step);
    case 'cameBack':
      if (event.session || (event.network && step.state.problem !== null)) request(step);
      return;
    case 'woke':
      return refetchIfStale(step);
    case 'opsAnswered':
      return opsAnswered(step, event);
    case 'opsAnsweredLate':
      if (!step.state.answer && step.state.cacheStatus?.ready) {
        set(step, { answer: event.answer });
        readQueue(step, { by: 'late' }, null);
      }
      return;
    case 'queueRead':
      return queueRead(step, event.read, event.entries);
    case 'serverAnswered':
      return serverAnswered(step, event.answer);
    case 'pageKept':
      return pageKept(step, event);
    case 'failed':
      set(step, { problem: event.message });
      return endRequest(step);
  }
}

/**
 * Events from an earlier start are ignored, except for the response to a request, whose result is passed to the next
 * listener.
 */
function applies({ run, request: under, again }: ListState, event: ListEvent): boolean {
  switch (event.type) {
    case 'serverAnswered':
    case 'failed':
      return under !== null;
    case 'pageKept':
      return under !== null || event.from === 'start';
    case 'queueRead':
      return event.read.caller.by === 'request' ? under !== null : event.run === run;
    case 'opsAnswered':
      return event.caller.by === 'request' ? under !== null : event.run === run && again;
    default:
      return !('run' in event) || event.run === run;
  }
}

function start(step: Step, known: boolean): void {
  if (!step.state.ready || step.state.open) return;
  set(step, { run: step.state.run + 1, open: true, known });
  step.effects.push({ type: 'start' });
  request(step);
}

function mirrorOpened(step: Step, kept: boolean): void {
  const { unkept } = step.state;
  if (kept && unkept) {
    set(step, { unkept: null });
    step.effects.push({ type: 'keep', page: unkept, from: 'start' });
  } else lookFirst(step);
}

function lookFirst(step: Step): void {
  if (step.state.known) wait(step, 'look', LOOK_LATER);
  else step.effects.push({ type: 'look' });
}

function looked(step: Step, read: Read | undefined): void {
  const { state } = step;
  const cacheStatus = read?.cacheStatus ?? null;
  set(step, { looks: state.looks + 1, view: read ? read.view : (state.view ?? null), cacheStatus });
  if (state.cacheable) step.effects.push({ type: 'share', read });
  if (state.answer && !cacheStatus?.ready) {
    // The channel was evicted and no page is cached, so there is nothing to show until the network responds.
    set(step, { answer: null });
    if (!step.state.view) request(step);
  }
  endWait(step);
  const { answer } = step.state;
  // The rows changed after the answer; entries and rows are updated together once `ops` has answered.
  if (cacheStatus?.ready && answer?.rev !== cacheStatus.rev && !step.state.request) {
    callOpsAgain(step, 0);
    if (answer) return;
  }
  set(step, { entries: read?.entries ?? [] });
  draw(step);
  refetchIfStale(step);
}

function elapsed(step: Step, timer: Timer): void {
  if (!step.state.timers[timer]) return;
  clear(step, timer);
  switch (timer) {
    case 'look':
      step.effects.push({ type: 'look' });
      return;
    case 'soon':
      step.effects.push({ type: 'read' });
      return;
    case 'late':
      return callOpsAgain(step, step.state.lateTries);
    case 'wait':
      return request(step, { insists: true });
    case 'refetch':
      if (isStale(step)) request(step);
      return;
    case 'retry':
      if (!step.around.offline) request(step, { insists: true, quiet: true });
      return;
  }
}

/** Only one request runs at a time, and the next is sent after it, so an older response never follows a newer one. */
function request(step: Step, { insists = false, quiet = false } = {}): void {
  const { state } = step;
  if (!state.ready) return;
  const under = state.request;
  set(step, { quiet: quiet && (state.quiet || !under) });
  cancel(step, 'retry');
  if (under) {
    set(step, { request: { next: { insists: insists || under.next?.insists === true } } });
    draw(step);
  } else {
    set(step, { request: { next: null } });
    draw(step);
    send(step, insists);
  }
}

function send(step: Step, insists: boolean): void {
  set(step, { request: { next: null }, lastRequest: step.around.ticks });
  if (step.state.cacheable) step.effects.push({ type: 'callOps', caller: { by: 'request', insists } });
  else step.effects.push({ type: 'callServer' });
}

function endRequest(step: Step): void {
  const next = step.state.request?.next;
  if (next) return send(step, next.insists);
  set(step, { request: null, quiet: false });
  draw(step);
  refetchIfStale(step);
  retryLater(step);
}

/** Only this call fails while the network works, so it is retried less and less often. */
function retryLater(step: Step): void {
  const { unreached, open, retries } = step.state;
  if (!unreached) set(step, { retries: 0 });
  if (!unreached || step.around.offline || !open) return;
  set(step, { retries: retries + 1, timers: { ...step.state.timers, retry: true } });
  step.effects.push({ type: 'backOff', tries: retries });
}

/** Calls `ops` without sending a request afterward; repeats the call if anything changes meanwhile. */
function callOpsAgain(step: Step, tries: number): void {
  if (step.state.again) return;
  set(step, { again: true });
  step.effects.push({ type: 'callOps', caller: { by: 'again', tries } });
}

function opsAnswered(step: Step, event: Extract<ListEvent, { type: 'opsAnswered' }>): void {
  const { caller, answer, looks } = event;
  if (answer.view !== undefined) set(step, { view: step.state.view ?? answer.view });
  if (answer.type === 'answered') {
    set(step, { answer: answer.page, entries: answer.entries });
    note(step, answer.known);
    const outcome = isFresh(step, answer.cacheStatus) ? 'fresh' : 'old';
    // The queue changed during the call, so data read before the call is older than what is displayed.
    if (step.state.looks === looks) afterOps(step, caller, outcome);
    else readQueue(step, caller, outcome);
    return;
  }
  if (answer.type === 'none' && answer.released) set(step, { answer: null });
  const tries = caller.by === 'again' ? caller.tries + 1 : 1;
  if (answer.type === 'late') callLater(step, tries);
  if (caller.by === 'request') return afterOps(step, caller, answer.type);
  set(step, { again: false });
  readQueue(step, caller, answer.type);
}

function afterOps(step: Step, caller: Asker, outcome: Outcome): void {
  if (caller.by === 'again') return afterCall(step, outcome);
  if (outcome === 'fresh') {
    set(step, { problem: null, refused: false, unreached: false });
    return endRequest(step);
  }
  if (!caller.insists && (outcome === 'old' || (outcome === 'late' && step.state.view))) {
    // Rows are displayed, and `ops` has them but is still starting, or its mirror is catching up. The list sends its
    // own request only if that takes too long.
    wait(step, 'wait', CACHE_WAIT);
    return endRequest(step);
  }
  if (outcome === 'old') draw(step);
  step.effects.push({ type: 'callServer' });
}

function afterCall(step: Step, outcome: Outcome): void {
  const answered = outcome === 'fresh' || outcome === 'old';
  if (answered) set(step, { again: false });
  if (outcome === 'fresh') set(step, { problem: null });
  endWait(step);
  const { cacheStatus, answer } = step.state;
  if (answered && cacheStatus && (answer?.rev ?? 0) < cacheStatus.rev) callOpsAgain(step, 0);
  draw(step);
}

function callLater(step: Step, tries: number): void {
  if (step.state.timers.late || tries > LATE_MOST) return;
  set(step, { lateTries: tries });
  wait(step, 'late', LATE_EVERY);
}

function readQueue(step: Step, caller: Caller, outcome: Outcome | null, tries = 1): void {
  step.effects.push({ type: 'readQueue', read: { caller, outcome, looks: step.state.looks, tries } });
}

function queueRead(step: Step, { caller, outcome, looks, tries }: QueueRead, entries: StoredEntry[]): void {
  set(step, { entries });
  if (outcome !== null && looks !== step.state.looks && tries < LOOKS_MOST) {
    readQueue(step, caller, outcome, tries + 1);
  } else if (caller.by === 'late') draw(step);
  else if (outcome === null) endRequest(step);
  else afterOps(step, caller, outcome);
}

function serverAnswered(step: Step, { refused, problem, unreached, page }: ListAnswer): void {
  set(step, { refused, problem, unreached });
  if (page) step.effects.push({ type: 'keep', page, from: 'request' });
  else endRequest(step);
}

function pageKept(step: Step, { run, view, stored, from }: Extract<ListEvent, { type: 'pageKept' }>): void {
  set(step, { view, unkept: stored ? null : view.cached });
  // The channel is cached from now on, once the current page is shown.
  if (stored) note(step, false);
  if (from === 'request') readQueue(step, { by: 'request', insists: false }, null);
  else if (run === step.state.run) lookFirst(step);
}

function note(step: Step, later: boolean): void {
  if (!step.state.cacheable) return;
  step.effects.push({ type: 'note', first: !step.state.noted, later });
  set(step, { noted: true });
}

/** The awaited change has arrived or never will: from now on, the rows are rendered as they are. */
function endWait(step: Step): void {
  const { timers, cacheStatus, answer } = step.state;
  if (!timers.wait || !cacheStatus) return;
  if (!cacheStatus.ready) {
    cancel(step, 'wait');
    request(step);
  } else if (answer?.rev === cacheStatus.rev && isFresh(step, cacheStatus)) {
    cancel(step, 'wait');
    set(step, { problem: null });
  }
}

/**
 * The collection has changed, or nothing is displayed: refetches in the background, at most once a second, and only
 * while visible.
 */
function refetchIfStale(step: Step): void {
  const { state, around } = step;
  if (!isStale(step) || isRefreshing(state) || state.problem !== null || !around.visible) return;
  wait(step, 'refetch', Math.max(0, state.lastRequest + REFETCH_EVERY - around.ticks));
}

function isStale(step: Step): boolean {
  const { view, answer, cacheStatus, entries } = step.state;
  // The device no longer has the page: a permission change or another tab removed it.
  if (view === null && !answer) return true;
  if (!view || (cacheStatus?.ready && isFresh(step, cacheStatus) && answer)) return false;
  const { settledAt } = view.cached;
  return view.stale || entries.some(entry => isUnseenCreate(entry, settledAt));
}

/** Whether the mirror is as good as a request: it has just caught up, or there is no network. */
const isFresh = ({ around }: Step, { checkedAt }: CacheStatus): boolean =>
  around.offline || Math.abs(around.now - checkedAt) < FRESH;

/** Whether newer rows are on their way. */
export const isRefreshing = ({ request: under, timers }: ListState): boolean => under !== null || timers.wait === true;

/** Writes settled after this number may be missing from some displayed data. */
export function settledAtOf({ answer }: ListState, view: PageView | null | undefined): number {
  const known = [view?.cached.settledAt, answer?.settledAt].filter(at => at !== undefined);
  return known.length === 0 ? 0 : Math.min(...known);
}

/**
 * The answer from `ops` with its age, as long as it is the newest. Each server check that finds no change renews the
 * age.
 */
export function shownAnswer({ answer, cacheStatus, view }: ListState): CachedPageAnswer | null {
  if (!answer) return null;
  const asOf = cacheStatus?.rev === answer.rev ? Math.max(answer.asOf, cacheStatus.checkedAt) : answer.asOf;
  return asOf >= (view?.cached.asOf ?? 0) ? { ...answer, asOf } : null;
}

function wait(step: Step, timer: Exclude<Timer, 'retry'>, millis: number): void {
  if (!step.state.open || step.state.timers[timer]) return;
  set(step, { timers: { ...step.state.timers, [timer]: true } });
  step.effects.push({ type: 'wait', timer, millis });
}

function clear(step: Step, timer: Timer): void {
  const { [timer]: _, ...timers } = step.state.timers;
  set(step, { timers });
}

function cancel(step: Step, timer: Timer): void {
  if (!step.state.timers[timer]) return;
  clear(step, timer);
  step.effects.push({ type: 'cancel', timer });
}

const draw = ({ effects }: Step): void => {
  effects.push({ type: 'draw' });
};
