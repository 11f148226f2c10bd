import { describe, expect, it } from 'vitest';
import { entryOf } from '../testing/entries.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import type { CachedPage, PageView } from '../types.ts';
import type { CachedPageAnswer, OpsAnswer } from './askOps.ts';
import {
  initialList,
  reduceList,
  settledAtOf,
  shownAnswer,
  type Around,
  type Caller,
  type ListEvent,
  type ListState,
  type QueueRead,
} from './listReducer.ts';
import type { Read } from './readList.ts';

const AROUND: Around = { now: 100_000, ticks: 5000, offline: false, visible: true };
const RUN = 1;

const page: CachedPage = {
  id: 'p',
  sourceId: 's',
  callId: 'c',
  entity: 'ID',
  collection: 'channelLocations',
  input: {},
  page: 1,
  count: 10,
  total: 1,
  rows: [],
  keys: [],
  asOf: 50_000,
  freshAt: 0,
  arrivedAt: 0,
  rights: 0,
  settledAt: 3,
};
const view: PageView = { cached: page, stale: false };
const answer: CachedPageAnswer = { rows: [], total: 1, rev: 7, asOf: 100_000, settledAt: 5 };
const entry = entryOf(updateOf(rowOf(1), { canCOD: true }));
const readOf = (part: Partial<Read>): Read => ({ view: null, entries: [], cacheStatus: null, settledAt: 0, ...part });
const status = (part = {}) => ({ ready: true, rev: 7, checkedAt: 100_000, ...part });

const request: Caller = { by: 'request', insists: false };
const ops = (of: OpsAnswer, caller: Exclude<Caller, { by: 'late' }> = request, looks = 0): ListEvent => ({
  type: 'opsAnswered',
  run: RUN,
  caller,
  looks,
  answer: of,
});
const rows = (checkedAt: number): OpsAnswer => ({
  type: 'answered',
  page: answer,
  entries: [entry],
  cacheStatus: status({ checkedAt }),
  known: false,
});
const queue = (part: Partial<QueueRead> = {}): ListEvent => ({
  type: 'queueRead',
  run: RUN,
  read: { caller: request, outcome: null, looks: 0, tries: 1, ...part },
  entries: [entry],
});
const nothing = { page: null, refused: false, unreached: false, problem: null };

const EVENTS: Record<string, ListEvent> = {
  started: { type: 'started', known: false },
  stopped: { type: 'stopped' },
  mirrorOpened: { type: 'mirrorOpened', run: RUN, kept: true },
  lookedNothing: { type: 'looked', run: RUN, read: readOf({}) },
  lookedPage: { type: 'looked', run: RUN, read: readOf({ view }) },
  lookedCached: { type: 'looked', run: RUN, read: readOf({ cacheStatus: status() }) },
  changed: { type: 'changed', run: RUN },
  requested: { type: 'requested' },
  networkBack: { type: 'cameBack', network: true, session: false },
  sessionBack: { type: 'cameBack', network: false, session: true },
  woke: { type: 'woke' },
  opsFresh: ops(rows(100_000)),
  opsOld: ops(rows(0)),
  opsLate: ops({ type: 'late' }),
  opsNone: ops({ type: 'none', released: false }),
  opsLateRows: { type: 'opsAnsweredLate', run: RUN, answer },
  serverPage: { type: 'serverAnswered', answer: { ...nothing, page } },
  serverRefused: { type: 'serverAnswered', answer: { ...nothing, refused: true, problem: 'No.' } },
  serverAway: { type: 'serverAnswered', answer: { ...nothing, unreached: true, problem: 'Away.' } },
  pageKept: { type: 'pageKept', run: RUN, view, stored: true, from: 'request' },
  queueRead: queue(),
  failed: { type: 'failed', message: 'Broken.' },
  waited: { type: 'elapsed', run: RUN, timer: 'wait' },
  outdated: { type: 'elapsed', run: RUN, timer: 'refetch' },
  retried: { type: 'elapsed', run: RUN, timer: 'retry' },
};

const step = (state: ListState, event: ListEvent, around: Partial<Around> = {}) =>
  reduceList(state, event, { ...AROUND, ...around });
const after = (...names: string[]): ListState =>
  names.reduce((state, name) => step(state, EVENTS[name] as ListEvent).state, initialList(true, true));

const STATES: Record<string, ListState> = {
  incomplete: initialList(false, true),
  closed: initialList(true, true),
  asking: after('started'),
  askingTwice: after('started', 'requested'),
  shown: after('started', 'opsNone', 'serverPage', 'pageKept', 'queueRead'),
  cached: after('started', 'opsFresh', 'lookedCached'),
  waiting: after('started', 'opsOld'),
  away: after('started', 'opsNone', 'serverAway'),
  refused: after('started', 'opsNone', 'serverRefused'),
};

/** Names a state by what the person sees and what is in progress. */
function nameOf(state: ListState): string {
  if (!state.ready) return 'incomplete';
  if (state.request) return state.request.next ? 'askingTwice' : 'asking';
  if (!state.open) return 'closed';
  if (state.timers.wait) return 'waiting';
  if (state.refused) return 'refused';
  if (state.problem !== null) return 'away';
  return shownAnswer(state) ? 'cached' : 'shown';
}

describe('state machine of the list', () => {
  it.each(Object.keys(STATES))('the reducer reaches state %s', name =>
    expect(nameOf(STATES[name] as ListState)).toBe(name),
  );

  /** The next state and the ordered effects, by state and event; a missing event has no effect. */
  const TABLE: Record<string, Record<string, string>> = {
    incomplete: {},
    closed: {
      started: 'asking: start draw callOps',
      requested: 'asking: draw callOps',
      sessionBack: 'asking: draw callOps',
    },
    asking: {
      stopped: 'asking: stop',
      mirrorOpened: 'asking: look',
      lookedNothing: 'asking: share draw',
      lookedPage: 'asking: share draw',
      lookedCached: 'asking: share draw',
      changed: 'asking: wait',
      requested: 'askingTwice: draw',
      sessionBack: 'askingTwice: draw',
      opsFresh: 'cached: note draw',
      opsOld: 'waiting: note wait draw',
      opsLate: 'asking: wait callServer',
      opsNone: 'asking: callServer',
      serverPage: 'asking: keep',
      serverRefused: 'refused: draw',
      serverAway: 'away: draw backOff',
      pageKept: 'asking: note readQueue',
      queueRead: 'shown: draw',
      failed: 'away: draw',
    },
    askingTwice: {
      stopped: 'askingTwice: stop',
      mirrorOpened: 'askingTwice: look',
      lookedNothing: 'askingTwice: share draw',
      lookedPage: 'askingTwice: share draw',
      lookedCached: 'askingTwice: share draw',
      changed: 'askingTwice: wait',
      requested: 'askingTwice: draw',
      sessionBack: 'askingTwice: draw',
      opsFresh: 'asking: note callOps',
      opsOld: 'asking: note wait callOps',
      opsLate: 'askingTwice: wait callServer',
      opsNone: 'askingTwice: callServer',
      serverPage: 'askingTwice: keep',
      serverRefused: 'asking: callOps',
      serverAway: 'asking: callOps',
      pageKept: 'askingTwice: note readQueue',
      queueRead: 'asking: callOps',
      failed: 'asking: callOps',
    },
    shown: {
      stopped: 'closed: stop',
      mirrorOpened: 'shown: look',
      lookedNothing: 'shown: share draw wait',
      lookedPage: 'shown: share draw',
      lookedCached: 'shown: share callOps draw wait',
      changed: 'shown: wait',
      requested: 'asking: draw callOps',
      sessionBack: 'asking: draw callOps',
    },
    cached: {
      stopped: 'closed: stop',
      mirrorOpened: 'cached: look',
      lookedNothing: 'asking: share draw callOps draw',
      lookedPage: 'shown: share draw',
      lookedCached: 'cached: share draw',
      changed: 'cached: wait',
      requested: 'asking: draw callOps',
      sessionBack: 'asking: draw callOps',
    },
    waiting: {
      stopped: 'closed: stop',
      mirrorOpened: 'waiting: look',
      lookedNothing: 'asking: share draw callOps draw',
      lookedPage: 'waiting: share draw',
      lookedCached: 'cached: share cancel draw',
      changed: 'waiting: wait',
      requested: 'asking: draw callOps',
      sessionBack: 'asking: draw callOps',
      waited: 'asking: draw callOps',
    },
    away: {
      stopped: 'closed: stop',
      mirrorOpened: 'away: look',
      lookedNothing: 'away: share draw',
      lookedPage: 'away: share draw',
      lookedCached: 'away: share callOps draw',
      changed: 'away: wait',
      requested: 'asking: cancel draw callOps',
      networkBack: 'asking: cancel draw callOps',
      sessionBack: 'asking: cancel draw callOps',
      retried: 'asking: draw callOps',
    },
    refused: {
      stopped: 'closed: stop',
      mirrorOpened: 'refused: look',
      lookedNothing: 'refused: share draw',
      lookedPage: 'refused: share draw',
      lookedCached: 'refused: share callOps draw',
      changed: 'refused: wait',
      requested: 'asking: draw callOps',
      networkBack: 'asking: draw callOps',
      sessionBack: 'asking: draw callOps',
    },
  };
  for (const [from, state] of Object.entries(STATES)) {
    it.each(Object.keys(EVENTS))(`${from} + %s`, name => {
      const { state: next, effects } = step(state, EVENTS[name] as ListEvent);
      const found = `${nameOf(next)}: ${effects.map(({ type }) => type).join(' ')}`.trim();
      const expected = TABLE[from]?.[name];
      expect({ found, same: next === state && effects.length === 0 }).toEqual({
        found: expected ?? `${from}:`,
        same: expected === undefined,
      });
    });
  }
});

describe('the list reducer', () => {
  it('if rows changed after the answer from `ops`, the reducer calls it again, and shows nothing until it has those rows (MR1)', () => {
    const changed = step(STATES['cached'] as ListState, {
      type: 'looked',
      run: RUN,
      read: readOf({ cacheStatus: status({ rev: 8 }), entries: [entry] }),
    });
    expect(changed.effects.map(({ type }) => type)).toEqual(['share', 'callOps']);
    const again = step(
      changed.state,
      ops({ ...rows(100_000), page: { ...answer, rev: 8 } } as OpsAnswer, { by: 'again', tries: 0 }, 2),
    );
    expect(again.effects.map(({ type }) => type)).toEqual(['note', 'draw']);
    expect(again.state).toMatchObject({ again: false, entries: [entry], answer: { rev: 8 } });
  });

  it('if the queue changes during a call to `ops`, the reducer rereads the queue, up to five times (MR1)', () => {
    let { state, effects } = step(after('started', 'lookedCached'), EVENTS['opsFresh'] as ListEvent);
    expect(effects.map(({ type }) => type)).toEqual(['note', 'readQueue']);
    let reads = 0;
    while (effects.some(({ type }) => type === 'readQueue')) {
      const read = effects.find(effect => effect.type === 'readQueue')?.read as QueueRead;
      state = step(state, EVENTS['lookedCached'] as ListEvent).state;
      ({ state, effects } = step(state, queue(read)));
      reads += 1;
    }
    expect(reads).toBe(5);
    expect(state).toMatchObject({ request: null, entries: [entry] });
  });

  it('an answer from `ops` to an earlier start does not replace the displayed queue', () => {
    const restarted = step(step(after('started'), { type: 'stopped' }).state, { type: 'started', known: false }).state;
    const late = step(restarted, ops(rows(100_000), { by: 'again', tries: 0 }));
    expect(late).toEqual({ state: restarted, effects: [] });
  });

  it('a request is completed after the list is closed, but without retries or timers', () => {
    const closed = after('started', 'stopped');
    expect(step(closed, EVENTS['opsFresh'] as ListEvent).state).toMatchObject({ request: null, answer });
    const old = step(closed, EVENTS['opsOld'] as ListEvent);
    expect(old.state).toMatchObject({ request: null, timers: {} });
    expect(step(closed, EVENTS['serverAway'] as ListEvent).effects.map(({ type }) => type)).toEqual(['draw']);
  });

  it('after an answer from `ops`, the reducer still calls the server if the person or a timer requires it', () => {
    const waited = step(STATES['waiting'] as ListState, EVENTS['waited'] as ListEvent);
    expect(waited.effects.at(-1)).toEqual({ type: 'callOps', caller: { by: 'request', insists: true } });
    const insisting = step(waited.state, ops(rows(0), { by: 'request', insists: true }));
    expect(insisting.effects.map(({ type }) => type)).toEqual(['note', 'draw', 'callServer']);
  });

  it("retries become less and less frequent while only the list's own call gets no response", () => {
    let state = STATES['away'] as ListState;
    for (const tries of [1, 2, 3]) {
      state = step(state, EVENTS['retried'] as ListEvent).state;
      expect(state.quiet).toBe(true);
      state = step(state, EVENTS['opsNone'] as ListEvent).state;
      const next = step(state, EVENTS['serverAway'] as ListEvent);
      expect(next.effects.at(-1)).toEqual({ type: 'backOff', tries });
      ({ state } = next);
    }
    expect(step(state, EVENTS['retried'] as ListEvent, { offline: true }).state.request).toBeNull();
  });

  it('after forty calls without an answer, the reducer stops calling `ops`', () => {
    let state = after('started', 'opsLate', 'serverPage', 'pageKept', 'queueRead');
    let calls = 0;
    while (state.timers.late) {
      const elapsed = step(state, { type: 'elapsed', run: RUN, timer: 'late' });
      const call = elapsed.effects.find(effect => effect.type === 'callOps');
      state = step(elapsed.state, ops({ type: 'late' }, call?.caller, 0)).state;
      calls += 1;
    }
    expect(calls).toBe(40);
  });

  it('an outdated page is refetched at most once a second, and only while the tab is visible and nothing has failed', () => {
    const stale: ListEvent = { type: 'looked', run: RUN, read: readOf({ view: { ...view, stale: true } }) };
    const shown = { ...(STATES['shown'] as ListState), lastRequest: 4600 };
    expect(step(shown, stale).effects.at(-1)).toEqual({ type: 'wait', timer: 'refetch', millis: 600 });
    expect(step({ ...shown, lastRequest: 0 }, stale).effects.at(-1)).toMatchObject({ millis: 0 });
    for (const [state, around] of [
      [shown, { visible: false }],
      [{ ...shown, problem: 'Away.' }, {}],
    ] as const) {
      expect(step(state, stale, around).effects.map(({ type }) => type)).toEqual(['share', 'draw']);
    }
    const due = step(step(shown, stale).state, EVENTS['outdated'] as ListEvent);
    expect(nameOf(due.state)).toBe('asking');
  });

  it('a response that arrives before the databases are open is stored, and then reading begins', () => {
    const unkept = step(after('started', 'opsNone', 'serverPage'), {
      type: 'pageKept',
      run: RUN,
      view,
      stored: false,
      from: 'request',
    }).state;
    expect(unkept.unkept).toBe(page);
    const opened = step(unkept, EVENTS['mirrorOpened'] as ListEvent);
    expect(opened.effects).toEqual([{ type: 'keep', page, from: 'start' }]);
    const kept = step(opened.state, { type: 'pageKept', run: RUN, view, stored: true, from: 'start' });
    expect(kept.effects.map(({ type }) => type)).toEqual(['note', 'look']);
  });

  it('if the previous list has read queue and mirror, this list reads them later, after the paint', () => {
    const known = step(initialList(true, true), { type: 'started', known: true }).state;
    const opened = step(known, EVENTS['mirrorOpened'] as ListEvent);
    expect(opened.effects).toEqual([{ type: 'wait', timer: 'look', millis: 100 }]);
  });

  it('a late answer from `ops` is shown only if its rows are cached and nothing newer is displayed', () => {
    const late = after('started', 'opsLate', 'lookedCached', 'serverAway');
    const { state, effects } = step(late, EVENTS['opsLateRows'] as ListEvent);
    expect(effects).toEqual([{ type: 'readQueue', read: expect.objectContaining({ caller: { by: 'late' } }) }]);
    expect(shownAnswer(state)).toMatchObject({ rev: 7 });
    expect(step(state, EVENTS['opsLateRows'] as ListEvent)).toEqual({ state, effects: [] });
  });

  it('the newer of page and answer is shown, and a server check refreshes the age of an unchanged answer', () => {
    const both = { ...initialList(true, true), view: { ...view, cached: { ...page, asOf: 150_000 } }, answer };
    expect(shownAnswer(both)).toBeNull();
    expect(shownAnswer({ ...both, cacheStatus: status({ checkedAt: 160_000 }) })).toMatchObject({ asOf: 160_000 });
    expect(shownAnswer({ ...both, cacheStatus: status({ rev: 8, checkedAt: 160_000 }) })).toBeNull();
    expect(settledAtOf(both, both.view)).toBe(3);
    expect(settledAtOf(initialList(true, true), undefined)).toBe(0);
  });
});
