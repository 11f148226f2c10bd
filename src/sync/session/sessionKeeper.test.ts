import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionInfo } from '../../contract/session.ts';
import { openMirror } from '../mirror/db.ts';
import { mirrorName, outboxName } from '../storage/databaseNames.ts';
import { DexieOutbox } from '../outbox/dexieStore.ts';
import { enqueue } from '../outbox/store.ts';
import { SessionDb, type Stored, type Values } from '../storage/sessionDb.ts';
import { SessionKeeper, WHITELIST_AGE } from './sessionKeeper.ts';
import { channelOf } from '../testing/feedServer.ts';
import { anyone, fakeEnv, newWorld, platformLocks, settle } from '../testing/fakeEnv.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';

const info = (userId: number, part: Partial<SessionInfo> = {}): SessionInfo => ({
  userId,
  email: `u${userId}@x`,
  name: 'U',
  privilege: 2,
  category: 0,
  currentEntity: 'ID',
  entityIds: [1, 2],
  entities: [
    { id: 1, name: 'Indonesia', country: 'ID', status: 0 },
    { id: 2, name: 'Malaysia', country: 'MY', status: 0 },
  ],
  permissionCodes: ['a'],
  codesByEntity: { ID: ['a'], MY: ['b'] },
  whitelisted: true,
  ...part,
});

const OFFLINE: Outcome = { kind: 'noNetwork', reason: 'unreachable' };
let world = newWorld();
let keepers: SessionKeeper[] = [];

function open() {
  const answers = new Map<string, Outcome | (() => Outcome | Promise<Outcome>)>();
  const asked: string[] = [];
  const call = (async (definition: { id: string }) => {
    asked.push(definition.id);
    await Promise.resolve();
    const answer = answers.get(definition.id) ?? OFFLINE;
    return typeof answer === 'function' ? answer() : answer;
  }) as unknown as Transport['call'];
  const env = fakeEnv(world);
  const keeper = new SessionKeeper({ env, transport: { call, callUrl: () => '' } });
  keepers.push(keeper);
  const signedIn = async (userId: number) => {
    answers.set('session.login', { kind: 'ok', data: info(userId) });
    return keeper.signIn('u@x', 'p');
  };
  return { keeper, answers, asked, env, signedIn };
}

async function leave(userId: number, writes: number): Promise<void> {
  const mirror = await openMirror(userId, anyone);
  await mirror.channels.put({ ...channelOf(1), entity: 'ID' });
  mirror.close();
  const outbox = new DexieOutbox(userId, 'strict');
  await outbox.db.open();
  for (let n = 0; n < writes; n++)
    await enqueue(outbox, updateOf(rowOf(n + 1), { canCOD: true }), { id: `w${userId}-${n}`, at: 1 });
  outbox.close();
}
const exists = async (userId: number) => [
  await Dexie.exists(mirrorName(userId)),
  await Dexie.exists(outboxName(userId)),
];

beforeEach(() => {
  world = newWorld();
  vi.stubGlobal('navigator', { locks: platformLocks(world.locks) });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  keepers = [];
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

describe("the browser's session", () => {
  it('the session is stored on sign-in, readable without the network, and broadcast to other tabs', async () => {
    const one = open();
    const two = open();
    const received: (number | null)[] = [];
    two.keeper.onChange(session => received.push(session?.info.userId ?? null));
    expect(await one.keeper.load()).toBeNull();
    await one.signedIn(1);
    await settle();
    expect((await two.keeper.load())?.info.email).toBe('u1@x');
    expect(received.at(-1)).toBe(1);
  });

  it("a failed sign-in keeps the server's message and stores nothing", async () => {
    const { keeper, answers } = open();
    answers.set('session.login', { kind: 'signedOut', message: 'Wrong e-mail or password' });
    expect(await keeper.signIn('u@x', 'no')).toEqual({ kind: 'signedOut', message: 'Wrong e-mail or password' });
    expect(await keeper.load()).toBeNull();
  });

  it("MR4: another person's sign-in removes the previous mirror but keeps unsent writes (OB6)", async () => {
    const { signedIn, keeper } = open();
    await signedIn(1);
    await leave(1, 2);
    await leave(3, 0);
    await signedIn(2);
    expect(await exists(1)).toEqual([false, true]);
    expect(await exists(3)).toEqual([false, false]);
    expect(await keeper.unsentCount(1)).toBe(2);
    expect((await keeper.load())?.menu).toEqual({});
  });

  it('SW1: signing out keeps only unsent writes, or nothing if they are discarded', async () => {
    const { signedIn, keeper, answers } = open();
    answers.set('session.logout', { kind: 'ok', data: null });
    await signedIn(1);
    await leave(1, 0);
    await keeper.signOut();
    expect(await exists(1)).toEqual([false, false]);
    expect(await keeper.load()).toBeNull();

    await signedIn(1);
    await leave(1, 1);
    await keeper.signOut();
    expect(await exists(1)).toEqual([false, true]);
    await signedIn(1);
    await keeper.signOut({ discard: true });
    expect(await exists(1)).toEqual([false, false]);
  });

  it('OB6: discarding unsent writes does not include one queued after the decision', async () => {
    const { signedIn, keeper, answers } = open();
    await signedIn(1);
    await leave(1, 2);
    const outbox = new DexieOutbox(1, 'strict');
    // Another tab makes a write while the server is being notified, before anything is removed.
    answers.set('session.logout', async () => {
      await enqueue(outbox, updateOf(rowOf(1), { canPickup: true }), { id: 'later', at: 1 });
      return { kind: 'ok', data: null };
    });
    await keeper.signOut({ discard: true });
    expect((await outbox.open()).map(({ id, baseVersion, state }) => [id, baseVersion, state])).toEqual([
      ['later', 1, 'queued'],
    ]);
    outbox.close();
  });

  it('OB6: discarding unsent writes does not include one queued while the person was asked', async () => {
    const { signedIn, keeper } = open();
    await signedIn(1);
    await leave(1, 2);
    const asked = await keeper.lastOf(1);
    const outbox = new DexieOutbox(1, 'strict');
    await enqueue(outbox, updateOf(rowOf(1), { canPickup: true }), { id: 'later', at: 1 });
    await keeper.signOut({ discard: true, asked });
    expect((await outbox.open()).map(({ id }) => id)).toEqual(['later']);
    outbox.close();
  });

  it('an offline sign-out is completed on the server before anyone can use the old cookie', async () => {
    const { signedIn, keeper, answers, asked } = open();
    await signedIn(1);
    await keeper.signOut();
    answers.set('session.get', { kind: 'ok', data: info(1) });
    asked.length = 0;
    expect(await keeper.refresh()).toEqual(OFFLINE);
    answers.set('session.logout', { kind: 'ok', data: null });
    expect((await keeper.refresh()).kind).toBe('signedOut');
    expect(asked).toEqual(['session.logout', 'session.logout']);
    expect(await keeper.load()).toBeNull();
  });

  it('MR4: a late response neither restores a signed-out person nor signs out a person who has since signed in', async () => {
    const { signedIn, keeper, answers } = open();
    let answer: (outcome: Outcome) => void = () => undefined;
    answers.set('session.get', () => new Promise<Outcome>(resolve => (answer = resolve)));
    answers.set('session.logout', { kind: 'ok', data: null });
    await signedIn(1);
    const refreshed = keeper.refresh();
    await settle();
    await keeper.signOut();
    answer({ kind: 'ok', data: info(1) });
    expect((await refreshed).kind).toBe('signedOut');
    expect(await keeper.load()).toBeNull();

    await signedIn(1);
    const again = keeper.refresh();
    await settle();
    await signedIn(2);
    answer({ kind: 'ok', data: info(1) });
    expect(await again).toMatchObject({ kind: 'ok', data: { userId: 2 } });
    expect((await keeper.load())?.info.userId).toBe(2);
  });

  it('MR4: permissions that change during the session request are requested again', async () => {
    const { keeper, answers, signedIn, asked } = open();
    await signedIn(7);
    let answer: (outcome: Outcome) => void = () => undefined;
    answers.set('session.get', () => new Promise<Outcome>(resolve => (answer = resolve)));
    const first = keeper.refresh();
    await vi.waitFor(() => expect(asked.at(-1)).toBe('session.get'));
    // The pending response may date from before the change that triggered the second and third call.
    const later = [keeper.refresh(), keeper.refresh()];
    const before = asked.length;
    answers.set('session.get', { kind: 'ok', data: info(7, { codesByEntity: { ID: [], MY: ['b'] } }) });
    answer({ kind: 'ok', data: info(7) });
    expect(await first).toMatchObject({ data: { codesByEntity: { ID: ['a'] } } });
    for (const own of later) expect(await own).toMatchObject({ data: { codesByEntity: { ID: [] } } });
    expect((await keeper.load())?.info.codesByEntity).toEqual({ ID: [], MY: ['b'] });
    expect(asked.slice(before)).toEqual(['session.get']);
  });

  it('a sign-in is announced in its own tab even if the same person signed out meanwhile', async () => {
    const one = open();
    const two = open();
    two.answers.set('session.logout', { kind: 'ok', data: null });
    await one.signedIn(1);
    const received: (number | null)[] = [];
    one.keeper.onChange(session => received.push(session?.info.userId ?? null));
    let answer: (outcome: Outcome) => void = () => undefined;
    one.answers.set('session.login', () => new Promise<Outcome>(resolve => (answer = resolve)));
    const signing = one.keeper.signIn('u@x', 'p');
    await settle();
    const leaving = two.keeper.signOut();
    await world.clock.advance(3100);
    await settle();
    await world.clock.advance(10_100);
    await leaving;
    expect(received.at(-1)).toBeNull();
    answer({ kind: 'ok', data: info(1) });
    await signing;
    expect(received.at(-1)).toBe(1);
  });

  it('signing out waits for the sender to release the lock, but not forever', async () => {
    const { signedIn, keeper, env } = open();
    await signedIn(1);
    let free: () => void = () => undefined;
    void env.locks.request('ops-sender-1', {}, () => new Promise<void>(resolve => (free = resolve)));
    const out = keeper.signOut();
    await settle();
    expect(await keeper.load()).not.toBeNull();
    await world.clock.advance(3100);
    await out;
    expect(await keeper.load()).toBeNull();
    free();
  });

  it('the country can be switched offline, and the server is notified later', async () => {
    const { signedIn, keeper, answers, asked } = open();
    await signedIn(1);
    const session = await keeper.switchEntity('MY');
    expect(session.info).toMatchObject({ currentEntity: 'MY', permissionCodes: ['b'] });
    await settle();
    answers.set('session.get', { kind: 'ok', data: info(1) });
    await keeper.refresh();
    expect((await keeper.load())?.info.currentEntity).toBe('MY');
    answers.set('session.setEntity', { kind: 'ok', data: info(1, { currentEntity: 'MY' }) });
    answers.set('session.get', { kind: 'ok', data: info(1, { currentEntity: 'MY' }) });
    await keeper.refresh();
    asked.length = 0;
    await keeper.refresh();
    expect(asked).toEqual(['session.get']);
  });

  it('a country selected during the session request is kept, whether or not the server knows about it', async () => {
    for (const received of [true, false]) {
      const { signedIn, keeper, answers } = open();
      const other = open();
      await signedIn(1);
      let answer: (outcome: Outcome) => void = () => undefined;
      answers.set('session.get', () => new Promise<Outcome>(resolve => (answer = resolve)));
      if (received) other.answers.set('session.setEntity', { kind: 'ok', data: info(1, { currentEntity: 'MY' }) });
      const refreshed = keeper.refresh();
      await settle();
      await other.keeper.switchEntity('MY');
      await settle();
      answer({ kind: 'ok', data: info(1) });
      expect(await refreshed).toMatchObject({ kind: 'ok', data: { currentEntity: 'MY' } });
      expect((await keeper.load())?.info).toMatchObject({ currentEntity: 'MY', permissionCodes: ['b'] });
    }
  });

  it('leaving the page while switching the country applies either the whole switch or nothing', async () => {
    const { signedIn, keeper, answers, env } = open();
    await signedIn(1);
    answers.set('session.get', { kind: 'ok', data: info(1) });
    class Left extends SessionDb {
      private writes = 0;
      override async set<K extends keyof Values>(key: K, value: Values[K] | null) {
        return this.second() ?? super.set(key, value);
      }
      override async update(change: (stored: Stored) => Partial<Stored> | null) {
        return this.second() ?? super.update(change);
      }
      /** Nothing that the page would otherwise have written arrives. */
      private second(): Promise<never> | null {
        return (this.writes += 1) > 1 ? new Promise<never>(() => undefined) : null;
      }
    }
    const call = async () => OFFLINE;
    const store = new Left();
    const left = new SessionKeeper({ env, transport: { call: call as never, callUrl: () => '' }, store });
    void left.switchEntity('MY');
    await settle();
    expect((await keeper.load())?.info.currentEntity).toBe('MY');
    await keeper.refresh();
    expect((await keeper.load())?.info.currentEntity).toBe('MY');
    store.close();
  });

  it('a menu that arrives during the session request is kept', async () => {
    const { signedIn, keeper, answers } = open();
    await signedIn(1);
    let answer: (outcome: Outcome) => void = () => undefined;
    answers.set('session.get', () => new Promise<Outcome>(resolve => (answer = resolve)));
    const list = [{ id: 1 }];
    answers.set('session.menu', { kind: 'ok', data: { list } });
    const refreshed = keeper.refresh();
    await settle();
    await keeper.refreshMenu('MY');
    answer({ kind: 'ok', data: info(1) });
    await refreshed;
    expect((await keeper.load())?.menu).toEqual({ MY: list });
  });

  it('SHELL-3: without the network, a whitelist response is valid for 24 hours', async () => {
    const { signedIn, keeper, answers } = open();
    expect(await keeper.checkWhitelist()).toBe('signedOut');
    await signedIn(1);
    expect(await keeper.checkWhitelist()).toBe('allowed');
    world.clock.jump(WHITELIST_AGE - 1000);
    expect(await keeper.checkWhitelist()).toBe('allowed');
    await settle();
    world.clock.jump(2000);
    expect(await keeper.checkWhitelist()).toBe('unknown');
    answers.set('session.whitelist', { kind: 'ok', data: { allowed: false } });
    expect(await keeper.checkWhitelist()).toBe('denied');
    answers.set('session.whitelist', { kind: 'signedOut', message: '' });
    world.clock.jump(WHITELIST_AGE);
    expect(await keeper.checkWhitelist()).toBe('signedOut');
  });

  it('SHELL-3: the whitelist is checked after every navigation, however recent the stored response is', async () => {
    const { signedIn, keeper, answers, asked } = open();
    await signedIn(1);
    answers.set('session.whitelist', { kind: 'ok', data: { allowed: true } });
    for (let navigation = 0; navigation < 3; navigation++) {
      expect(await keeper.checkWhitelist()).toBe('allowed');
      await settle();
    }
    expect(asked.filter(call => call === 'session.whitelist')).toHaveLength(3);
    answers.set('session.whitelist', { kind: 'ok', data: { allowed: false } });
    const received: (boolean | undefined)[] = [];
    keeper.onChange(session => received.push(session?.whitelist?.allowed));
    expect(await keeper.checkWhitelist()).toBe('allowed');
    await settle();
    expect(received).toEqual([false]);
    expect(await keeper.checkWhitelist()).toBe('denied');
  });

  it('MR4: a late whitelist response for the previous person neither applies to the next one nor is stored', async () => {
    const { keeper, answers, signedIn } = open();
    let late: (outcome: Outcome) => void = () => undefined;
    await signedIn(1);
    answers.set('session.whitelist', () => new Promise<Outcome>(resolve => (late = resolve)));
    expect(await keeper.checkWhitelist()).toBe('allowed');
    await settle();
    const former = late;
    await signedIn(2);
    answers.set('session.whitelist', { kind: 'ok', data: { allowed: true } });
    world.clock.jump(2 * WHITELIST_AGE);
    const checked = keeper.checkWhitelist();
    await settle();
    former({ kind: 'ok', data: { allowed: false } });
    expect(await checked).toBe('allowed');
    await settle();
    expect((await keeper.load())?.whitelist?.allowed).toBe(true);
  });

  it('the server learns of two countries chosen in quick succession in their order', async () => {
    const { keeper, answers, signedIn } = open();
    await signedIn(1);
    const calls: ((outcome: Outcome) => void)[] = [];
    answers.set('session.setEntity', () => new Promise<Outcome>(resolve => calls.push(resolve)));
    await keeper.switchEntity('MY');
    await expect.poll(() => calls.length).toBe(1);
    await keeper.switchEntity('ID');
    for (let reads = 0; reads < 5; reads++) await keeper.load();
    await settle();
    expect(calls).toHaveLength(1);
    calls[0]?.({ kind: 'ok', data: null });
    await expect.poll(() => calls.length).toBe(2);
    calls[1]?.({ kind: 'ok', data: null });
    await expect.poll(async () => (await new SessionDb().get('owed'))?.entity).toBeNull();
  });

  it('the server learns of countries chosen in two tabs in their order', async () => {
    const first = open();
    const second = open();
    await first.signedIn(1);
    const calls: ((outcome: Outcome) => void)[] = [];
    for (const { answers } of [first, second])
      answers.set('session.setEntity', () => new Promise<Outcome>(resolve => calls.push(resolve)));
    await first.keeper.switchEntity('MY');
    await expect.poll(() => calls.length).toBe(1);
    await second.keeper.switchEntity('ID');
    for (let reads = 0; reads < 5; reads++) await second.keeper.load();
    await settle();
    expect(calls).toHaveLength(1);
    calls[0]?.({ kind: 'ok', data: null });
    await expect.poll(() => calls.length).toBe(2);
    calls[1]?.({ kind: 'ok', data: null });
    await expect.poll(async () => (await new SessionDb().get('owed'))?.entity).toBeNull();
  });

  it('a sign-out that is still being sent to the server by another context never ends the sign-in after it', async () => {
    const worker = open();
    const tab = open();
    await tab.signedIn(1);
    // Signed out while the server could not be reached.
    await tab.keeper.signOut();
    let reply: (outcome: Outcome) => void = () => undefined;
    worker.answers.set('session.logout', () => new Promise<Outcome>(resolve => (reply = resolve)));
    const late = worker.keeper.refresh();
    await expect.poll(() => worker.asked).toContain('session.logout');
    const entering = tab.signedIn(2);
    for (let reads = 0; reads < 5; reads++) await tab.keeper.load();
    await settle();
    // The reply of the sign-out removes the cookie, so the sign-in waits for it.
    expect(tab.asked.filter(id => id === 'session.login')).toHaveLength(1);
    reply({ kind: 'ok', data: null });
    expect(await late).toMatchObject({ kind: 'signedOut' });
    expect(await entering).toMatchObject({ kind: 'ok' });
    expect((await tab.keeper.load())?.info.userId).toBe(2);
    // A sign-out that waits for a sign-in is not sent anymore.
    await tab.keeper.signOut();
    let enter: (outcome: Outcome) => void = () => undefined;
    tab.answers.set('session.login', () => new Promise<Outcome>(resolve => (enter = resolve)));
    const again = tab.keeper.signIn('u@x', 'p');
    await expect.poll(() => tab.asked.filter(id => id === 'session.login').length).toBe(3);
    worker.answers.set('session.get', { kind: 'ok', data: info(2) });
    const waits = worker.keeper.refresh();
    for (let reads = 0; reads < 5; reads++) await tab.keeper.load();
    await settle();
    enter({ kind: 'ok', data: info(2) });
    expect(await again).toMatchObject({ kind: 'ok' });
    expect(await waits).toMatchObject({ kind: 'ok' });
    expect(worker.asked.filter(id => id === 'session.logout')).toHaveLength(1);
  });

  it('MR4: of two requests by different contexts, the reply to the later one counts, even if it arrives first', async () => {
    const tab = open();
    const worker = open();
    await tab.signedIn(1);
    let reply: (outcome: Outcome) => void = () => undefined;
    tab.answers.set('session.get', () => new Promise<Outcome>(resolve => (reply = resolve)));
    const early = tab.keeper.refresh();
    await expect.poll(() => tab.asked).toContain('session.get');
    worker.answers.set('session.get', { kind: 'ok', data: info(1, { codesByEntity: { ID: [] } }) });
    expect(await worker.keeper.refresh()).toMatchObject({ kind: 'ok' });
    reply({ kind: 'ok', data: info(1, { codesByEntity: { ID: ['revoked'] } }) });
    expect(await early).toMatchObject({ kind: 'ok', data: { codesByEntity: { ID: [] } } });
    expect((await tab.keeper.load())?.info.codesByEntity).toEqual({ ID: [] });
  });

  it('MR4: of two requests for a menu, by one context or two, the reply to the later one counts, even if it arrives first', async () => {
    for (const other of [false, true]) {
      const tab = open();
      const worker = other ? open() : tab;
      await tab.signedIn(1);
      const [revoked, left] = [[{ id: 1 }, { id: 2 }], [{ id: 1 }]];
      let reply: (outcome: Outcome) => void = () => undefined;
      tab.answers.set('session.menu', () => new Promise<Outcome>(resolve => (reply = resolve)));
      const early = tab.keeper.refreshMenu('ID');
      await expect.poll(() => tab.asked).toContain('session.menu');
      worker.answers.set('session.menu', { kind: 'ok', data: { list: left } });
      expect(await worker.keeper.refreshMenu('ID')).toEqual(left);
      // The menu of another country has an order of its own.
      worker.answers.set('session.menu', { kind: 'ok', data: { list: revoked } });
      expect(await worker.keeper.refreshMenu('MY')).toEqual(revoked);
      reply({ kind: 'ok', data: { list: revoked } });
      expect(await early).toEqual(left);
      expect((await tab.keeper.load())?.menu).toEqual({ ID: left, MY: revoked });
    }
  });

  it('a menu request that gets no reply does not hide the reply to an earlier one', async () => {
    const { keeper, answers, asked, signedIn } = open();
    await signedIn(1);
    let reply: (outcome: Outcome) => void = () => undefined;
    answers.set('session.menu', () => new Promise<Outcome>(resolve => (reply = resolve)));
    const early = keeper.refreshMenu('ID');
    await expect.poll(() => asked).toContain('session.menu');
    answers.set('session.menu', OFFLINE);
    expect(await keeper.refreshMenu('ID')).toBeUndefined();
    reply({ kind: 'ok', data: { list: [{ id: 1 }] } });
    expect(await early).toEqual([{ id: 1 }]);
    expect((await keeper.load())?.menu).toEqual({ ID: [{ id: 1 }] });
  });

  it('menus are stored per country', async () => {
    const { signedIn, keeper, answers } = open();
    await signedIn(1);
    expect(await keeper.loadMenu('ID')).toBeUndefined();
    answers.set('session.menu', { kind: 'ok', data: { list: [{ id: 1 }] } });
    expect(await keeper.loadMenu('ID')).toEqual([{ id: 1 }]);
    answers.delete('session.menu');
    expect(await keeper.loadMenu('ID')).toEqual([{ id: 1 }]);
    expect(await keeper.refreshMenu('MY')).toBeUndefined();
  });
});
