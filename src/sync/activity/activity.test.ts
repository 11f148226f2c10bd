import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { TrackerEvent, UsageRecord } from '../../contract/activity.ts';
import type { CallDefinition } from '../../contract/call.ts';
import type { Signal } from '../status/signals.ts';
import { anyone, FakeClock, settle } from '../testing/fakeEnv.ts';
import type { Outcome } from '../types.ts';
import { ActivityTab } from './activityTab.ts';
import { BoundedQueue } from './boundedQueue.ts';
import { CrashWatch } from './crashWatch.ts';
import { ActivityDb } from './db.ts';
import { ActivityService } from './activityService.ts';
import type { TabPlace } from '../status/messages.ts';

let userId = 700;
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

const place = (more: Partial<TabPlace> = {}): TabPlace => ({
  tabId: 'a',
  country: 'ID',
  project: 'service-area',
  module: 'carrier/serviceable',
  path: '/carrier/serviceable/location',
  sessionId: 's',
  visible: true,
  ...more,
});
const event = (name: string): TrackerEvent => ({
  type: 'click',
  email: 'a@b.c',
  country: 'ID',
  project: 'p',
  sessionId: 's',
  path: '/',
  at: 1,
  name,
});
const record: UsageRecord = {
  kind: 'error',
  country: 'ID',
  project: 'p',
  sessionId: 's',
  path: '/',
  at: 1,
  name: 'route',
  count: 1,
  message: 'm',
};

/** Waits for database work until a condition is true. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let guard = 0; guard < 500; guard++) {
    if (await holds()) return;
    await settle(50);
  }
  throw new Error('it never came');
}

/** A service with its server, and its channel to the tabs. */
function office() {
  const clock = new FakeClock();
  const listeners = new Set<(signal: Signal) => void>();
  const port = () => {
    const own = new Set<(signal: Signal) => void>();
    return {
      post: (signal: Signal) => {
        for (const listen of listeners) if (!own.has(listen)) listen(signal);
      },
      listen: (listener: (signal: Signal) => void) => {
        own.add(listener);
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  };
  const server = { turnOn: true, release: 100, down: false, refuse: false, mute: false };
  const calls: { id: string; input: Record<string, { name?: string }[]> & { dropped: number; batch?: never } }[] = [];
  const answer = (id: string, input: Record<string, unknown>): Outcome => {
    if (server.down) return { kind: 'noNetwork', reason: 'unreachable' };
    if (id === 'tracker.config') return { kind: 'ok', data: { turnOn: server.turnOn } };
    if (id === 'version.get') return { kind: 'ok', data: { ...input, release_time: server.release } };
    if (server.mute && id === 'tracker.events') return { kind: 'noNetwork', reason: 'timeout' };
    if (server.refuse) return { kind: 'refused', status: 400, retcode: 400, message: 'no' };
    return { kind: 'ok', data: { taken: 1 } };
  };
  const call = async (definition: CallDefinition, input: unknown) => {
    calls.push({ id: definition.id, input: input as never });
    return answer(definition.id, input as Record<string, unknown>);
  };
  const id = ++userId;
  const openActivityService = () => {
    const deps = {
      env: { clock, owns: anyone, uuid: () => crypto.randomUUID() },
      userId: id,
      signals: port(),
      call: call as never,
      online: () => !server.down,
    };
    const service = new ActivityService(deps);
    endings.push(() => service.close());
    return service;
  };
  const openTab = (more: Partial<TabPlace> = {}) => {
    const received: number[] = [];
    const where = place(more);
    const tab = new ActivityTab({
      signals: port(),
      place: () => where,
      onRelease: info => received.push(info.release_time),
      onClosed: () => received.push(-1),
    });
    return { tab, received, where };
  };
  const sent = (call: string) => calls.filter(({ id }) => id === call);
  return { clock, server, user: id, sent, openActivityService, openTab };
}

describe('the queue of unsent records', () => {
  it('the queue keeps the newest thousand records, and drops and counts the oldest (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }), async sizes => {
        const db = new ActivityDb(++userId, anyone);
        const queue = new BoundedQueue(db, db.events, () => 'b', 10);
        let next = 0;
        for (const size of sizes) await queue.add(Array.from({ length: size }, () => event(String(next++))));
        const { records, dropped } = await queue.head(100);
        expect(records.map(({ name }) => Number(name))).toEqual(
          Array.from({ length: Math.min(10, next) }, (_, at) => next - Math.min(10, next) + at),
        );
        expect(dropped).toBe(Math.max(0, next - 10));
        db.close();
      }),
      { numRuns: 30 },
    );
  });
});

describe('the crash monitor (TRK-5)', () => {
  it('an unresponsive visible tab is reported once, 5000 ms after its last response', () => {
    const watch = new CrashWatch();
    watch.seen('a', true, 0);
    watch.seen('hidden', false, 0);
    const crashed = Array.from({ length: 9 }, (_, second) => watch.tick(second * 1000));
    expect(crashed.map(list => list.length)).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0]);
    watch.seen('a', true, 9000);
    expect(watch.tick(9500)).toEqual([]);
  });

  it('a tab is not reported because another tab closed or the machine was asleep', () => {
    const watch = new CrashWatch();
    watch.seen('a', true, 0);
    watch.seen('b', true, 0);
    watch.tick(1000);
    watch.gone('a');
    expect(watch.tick(3_600_000)).toEqual([]);
    expect(watch.tick(3_601_000)).toEqual([]);
  });
});

describe("the leader engine's activity service", () => {
  it('the service fetches the release of each project and module shown in a tab, and tells each tab its own (VER-4)', async () => {
    const { openActivityService, openTab, clock, server, sent } = office();
    const one = openTab();
    openActivityService();
    const two = openTab({ tabId: 'b', project: 'ops-portal', module: 'shell' });
    await settle();
    expect([one.received, two.received].map(received => received.at(-1))).toEqual([100, 100]);
    expect(sent('version.get').map(({ input }) => input['module'])).toEqual(
      expect.arrayContaining(['carrier/serviceable', 'shell']),
    );
    server.release = 200;
    await clock.advance(60_000);
    expect([one.received.at(-1), two.received.at(-1)]).toEqual([200, 200]);
    two.tab.noticeClosed();
    expect(one.received.at(-1)).toBe(-1);
  });

  it('a release reported by the event stream is forwarded to every tab immediately and only once (VER-4)', async () => {
    const { openActivityService, openTab, sent } = office();
    const one = openTab();
    const two = openTab({ tabId: 'b', project: 'ops-portal', module: 'shell' });
    const service = openActivityService();
    await settle();
    const asked = sent('version.get').length;
    const before = one.received.length;
    service.released(300);
    service.released(300);
    expect([one.received.at(-1), two.received.at(-1)]).toEqual([300, 300]);
    expect(one.received).toHaveLength(before + 1);
    expect(sent('version.get')).toHaveLength(asked);
  });

  it('the service sends the records of all tabs every 10 s, or immediately once there are 50 (TRK-1)', async () => {
    const { openActivityService, openTab, clock, sent } = office();
    const one = openTab();
    const two = openTab({ tabId: 'b' });
    openActivityService();
    await settle();
    one.tab.record(event('a'));
    two.tab.record(event('b'));
    two.tab.use(record);
    await clock.advance(9000);
    expect(sent('tracker.events')).toEqual([]);
    await clock.advance(1000);
    expect(sent('tracker.events').map(({ input }) => input['events']?.length)).toEqual([2]);
    expect(sent('usage.records')).toHaveLength(1);
    for (let at = 0; at < 50; at++) one.tab.record(event(String(at)));
    await until(() => sent('tracker.events').length === 2);
    expect(sent('tracker.events').map(({ input }) => input['events']?.length)).toEqual([2, 50]);
  });

  it('the service keeps records while offline and across restarts, and reports how many were dropped', async () => {
    const { openActivityService, openTab, clock, server, sent, user } = office();
    const { tab } = openTab();
    const first = openActivityService();
    await settle();
    server.down = true;
    for (let at = 0; at < 1010; at++) tab.record(event(String(at)));
    const db = new ActivityDb(user, anyone);
    await until(async () => (await db.state.get('events.dropped'))?.value === 10);
    db.close();
    await clock.advance(20_000);
    await first.close();
    openActivityService();
    await settle();
    expect(sent('tracker.events')).toEqual([]);
    server.down = false;
    await clock.advance(10_000);
    const batches = () => sent('tracker.events').map(({ input }) => input);
    await until(() => batches().length === 20);
    expect(batches().reduce((sum, { events }) => sum + (events?.length ?? 0), 0)).toBe(1000);
    expect(batches()[0]?.dropped).toBe(10);
    expect(
      batches()
        .slice(1)
        .every(({ dropped }) => dropped === 0),
    ).toBe(true);
    expect(batches()[0]?.['events']?.[0]).toMatchObject({ name: '10' });
  });

  it('if the response to a batch is lost, the service resends it with the same id and records before the next batch', async () => {
    const { openActivityService, openTab, clock, server, sent } = office();
    const { tab } = openTab();
    openActivityService();
    await settle();
    server.mute = true;
    tab.record(event('a'));
    await clock.advance(10_000);
    tab.record(event('b'));
    await clock.advance(10_000);
    server.mute = false;
    await clock.advance(20_000);
    await until(() => sent('tracker.events').length === 4);
    const meta = sent('tracker.events').map(({ input }) => [
      input.batch,
      input['events']?.map(({ name }) => name).join(),
    ]);
    expect(meta.map(([, names]) => names)).toEqual(['a', 'a', 'a', 'b']);
    expect(new Set(meta.slice(0, 3).map(([batch]) => batch)).size).toBe(1);
    expect(meta[3]?.[0]).not.toBe(meta[0]?.[0]);
  });

  it('the service drops and counts a batch that the server refuses', async () => {
    const { openActivityService, openTab, clock, server, sent } = office();
    const { tab } = openTab();
    openActivityService();
    await settle();
    server.refuse = true;
    tab.record(event('a'));
    await clock.advance(10_000);
    server.refuse = false;
    tab.record(event('b'));
    await clock.advance(10_000);
    const last = sent('tracker.events').at(-1)?.input;
    expect([last?.['events']?.length, last?.dropped]).toEqual([1, 1]);
  });

  it('without turnOn, nothing is collected, stored or sent, and stored records are removed (TRK-2)', async () => {
    const { openActivityService, openTab, clock, server, sent } = office();
    const { tab } = openTab();
    tab.use(record);
    openActivityService();
    await settle();
    tab.record(event('kept'));
    await settle();
    server.turnOn = false;
    server.down = true;
    await clock.advance(5 * 60_000);
    server.down = false;
    await clock.advance(60_000);
    expect(tab.turnedOn).toBe(false);
    const before = sent('tracker.events').length + sent('usage.records').length;
    tab.record(event('b'));
    tab.use(record);
    await clock.advance(60_000);
    expect(sent('tracker.events').length + sent('usage.records').length).toBe(before);
  });

  it('if tracking is turned off while the service runs, the service stops before the next batch (TRK-2)', async () => {
    const { openActivityService, openTab, clock, server, sent } = office();
    const { tab } = openTab();
    openActivityService();
    await settle();
    await clock.advance(20_000);
    server.turnOn = false;
    tab.record(event('after'));
    await clock.advance(10_000);
    expect(tab.turnedOn).toBe(false);
    expect(sent('tracker.events')).toEqual([]);
  });

  it('the service reports an unresponsive tab only once (TRK-5)', async () => {
    const { openActivityService, openTab, clock, sent } = office();
    const { tab } = openTab();
    const dead = openTab({ tabId: 'dead', path: '/dead' });
    openActivityService();
    await settle();
    // The tab's process is gone: it no longer responds and never announced that it was closing.
    dead.where.visible = false;
    await clock.advance(30_000);
    const records = sent('usage.records').flatMap(({ input }) => input['records'] as UsageRecord[]);
    expect(records.map(({ name, path }) => [name, path])).toEqual([['crash', '/dead']]);
    tab.close();
  });
});
