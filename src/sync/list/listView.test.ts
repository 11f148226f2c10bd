import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChannelLocationRow } from '../../contract/channelLocation.ts';
import { applyChanges } from '../mirror/apply.ts';
import { dropPages } from '../mirror/evict.ts';
import { applyEvent } from '../outbox/store.ts';
import { eventually, quiet } from '../testing/eventually.ts';
import { settle, type FakeEnv } from '../testing/fakeEnv.ts';
import { pageAnswer, tabs } from '../testing/tabs.ts';
import { createOf, rowOf, updateOf } from '../testing/writes.ts';
import { Signals } from '../status/signals.ts';
import { StatusBoard } from '../status/statusBoard.ts';
import type { Row } from '../types.ts';
import { placeList, type PlaceFilters } from '../testing/placeList.ts';
import { ListView } from './listView.ts';

const openTab = tabs(500, afterEach);

function open(of: { env?: FakeEnv; id?: number; kept?: boolean } = {}) {
  const state = {
    rows: [rowOf(1), rowOf(2)] as ChannelLocationRow[],
    status: 200,
    down: false,
    html: false,
    asked: [] as string[],
    hold: null as Promise<void> | null,
    wake: () => undefined as void,
    visible: true,
  };
  const { client, env, id } = openTab({
    ...of,
    answers: async url => {
      state.asked.push(url);
      const { rows } = state;
      if (state.hold) await state.hold;
      if (state.down) throw new TypeError('Failed to fetch');
      if (state.html) return new Response('<p>Sign in', { headers: { 'content-type': 'text/html' } });
      return pageAnswer(rows, rows.length, state.status);
    },
    visible: () => state.visible,
    onWake: wake => {
      state.wake = wake;
      return () => undefined;
    },
  });
  const view = (filters: PlaceFilters = { channelId: 10021 }) => {
    const made = new ListView(client, {
      source: placeList,
      entity: 'ID',
      filters: filters as PlaceFilters & Row,
      page: 1,
      count: 10,
      sort: '',
    });
    return { view: made, stop: made.subscribe(() => undefined) };
  };
  return { state, client, view, env, id };
}
const keys = (view: ListView<PlaceFilters & Row, ChannelLocationRow & Row>) =>
  view.getSnapshot().rows.map(({ key }) => key);

/** Waits until the network has responded. */
const answered = (list: { getSnapshot: () => unknown }) =>
  eventually(() => expect(list.getSnapshot()).toMatchObject({ status: 'ready', refreshing: false }));

/** A list that shows the server's rows and has nothing in progress. */
async function shown() {
  const opened = open();
  const { view: list } = opened.view();
  await answered(list);
  await quiet();
  const db = await opened.client.mirror;
  if (!db) throw new Error('no mirror');
  return { ...opened, list, db };
}

describe('a page of a list', () => {
  it('nothing is requested until the required filters are set (G7)', async () => {
    const { state, view } = open();
    const { view: list } = view({});
    await quiet();
    expect(list.getSnapshot()).toMatchObject({ status: 'idle', rows: [], total: 0 });
    expect(state.asked).toEqual([]);
  });

  it('the first visit shows a loading page; later visits immediately show the cached page with its age, then refresh it', async () => {
    const { state, view, env, id, client } = open();
    const first = view();
    expect(first.view.getSnapshot().status).toBe('loading');
    await eventually(() =>
      expect(first.view.getSnapshot()).toMatchObject({
        status: 'ready',
        total: 2,
        refreshing: false,
        asOf: env.clock.now(),
      }),
    );
    await quiet();
    first.stop();
    client.close();

    const asOf = env.clock.now();
    await env.clock.advance(60_000);
    const later = open({ env, id });
    later.state.hold = new Promise(() => undefined);
    const second = later.view();
    await eventually(() =>
      expect(second.view.getSnapshot()).toMatchObject({ status: 'ready', total: 2, refreshing: true, asOf }),
    );
    expect(state.asked).toHaveLength(1);
  });

  it('offline, the cached page is shown with a notice, or an empty error state if no page is cached (LIST-9)', async () => {
    const { state, view } = open();
    const first = view();
    await answered(first.view);
    state.down = true;
    first.view.refetch();
    await eventually(() =>
      expect(first.view.getSnapshot()).toMatchObject({ status: 'ready', problem: 'The server cannot be reached.' }),
    );
    const other = view({ channelId: 7 });
    await eventually(() => expect(other.view.getSnapshot()).toMatchObject({ status: 'error', rows: [], total: 0 }));
  });

  it("if only this list's call gets invalid replies, that is reported once, the call is retried silently, and the network stays online", async () => {
    const { state, view, env, client } = open();
    // The engine's connectivity check, which always gets a response.
    const signals = new Signals(env.openChannel, client.userId);
    const engine = new StatusBoard(signals);
    const look = () => engine.report({ kind: 'ok', data: null }, { id: 'changes', permission: 'signedIn' });
    engine.listen(now => now.network === 'offline' && void Promise.resolve().then(look));
    signals.listen(({ t }) => t === 'kick' && look());
    look();
    await settle();
    state.html = true;
    const pill: string[] = [];
    client.board.listen(({ network }) => pill.push(network));
    const { view: list } = view();
    const seen: string[] = [];
    list.subscribe(() => {
      const { status, problem } = list.getSnapshot();
      const text = `${status} ${problem ?? ''}`.trim();
      if (seen.at(-1) !== text) seen.push(text);
    });
    await eventually(async () => {
      await env.clock.advance(1000);
      expect(list.getSnapshot().status).toBe('error');
      expect(state.asked.length).toBeGreaterThan(2);
    });
    // From now on, the display stays the same, and requests become less and less frequent.
    const shown = list.getSnapshot();
    expect(shown.problem).toMatch(/^Something between you and the server responded instead\./);
    const [before, changes] = [state.asked.length, pill.length];
    seen.length = 0;
    await env.clock.advance(60_000);
    expect(client.board.now.network).toBe('online');
    expect(pill.length).toBe(changes);
    expect(seen.filter(text => !text.startsWith('error'))).toEqual([]);
    expect(list.getSnapshot()).toEqual(shown);
    expect(state.asked.length - before).toBeGreaterThan(1);
    expect(state.asked.length - before).toBeLessThan(12);
    // The list recovers automatically once its call gets a valid response.
    state.html = false;
    await env.clock.advance(60_000);
    await answered(list);
    expect(pill.at(-1)).toBe('online');
  });

  it('a refusal empties the table', async () => {
    const { state, view } = open();
    const { view: list } = view();
    await answered(list);
    state.status = 403;
    list.refetch();
    await eventually(() => expect(list.getSnapshot()).toMatchObject({ status: 'error', rows: [], problem: 'No.' }));
  });

  it('a page removed from the device, by a permission change or another tab, is refetched', async () => {
    const { db, list, state, env, client } = await shown();
    const askedAgain = (times: number) =>
      eventually(async () => {
        await env.clock.advance(1000);
        expect(state.asked).toHaveLength(times);
      });
    state.rows = [rowOf(3)];
    await dropPages(db, 'ID');
    await askedAgain(2);
    await answered(list);
    expect(keys(list)).toEqual(['10021/3/0']);
    // The server is unreachable: the list says so, and recovers automatically when the network is back.
    state.down = true;
    await dropPages(db, 'ID');
    await eventually(async () => {
      await env.clock.advance(1000);
      expect(list.getSnapshot()).toMatchObject({ status: 'error', problem: 'The server cannot be reached.' });
    });
    state.down = false;
    client.board.report({ kind: 'ok', data: null }, { id: 'changes', permission: 'signedIn' });
    await answered(list);
    // The person has lost the permission; the request is made only once.
    state.status = 403;
    const before = state.asked.length;
    await dropPages(db, 'ID');
    await eventually(async () => {
      await env.clock.advance(1000);
      expect(list.getSnapshot()).toMatchObject({ status: 'error', rows: [], problem: 'No.' });
    });
    await env.clock.advance(60_000);
    await quiet();
    expect(state.asked).toHaveLength(before + 1);
  });

  it('requests run one at a time, further requests during one are merged into one more, and an older response never wins', async () => {
    const { state, view } = open();
    let go: () => void = () => undefined;
    state.hold = new Promise<void>(resolve => {
      go = resolve;
    });
    const { view: list } = view();
    await eventually(() => expect(state.asked).toHaveLength(1));
    state.rows = [rowOf(3)];
    list.refetch();
    list.refetch();
    await quiet();
    expect(state.asked).toHaveLength(1);
    go();
    await eventually(() => expect(keys(list)).toEqual(['10021/3/0']));
    await quiet();
    expect(state.asked).toHaveLength(2);
  });

  it('MR1: a write is shown immediately and until it settles, without any row flickering', async () => {
    const { client, db, list, state, env } = await shown();
    const seen: string[] = [];
    list.subscribe(() => {
      const row = list.getSnapshot().rows.find(({ key }) => key === '10021/1/0');
      const text = `${String(row?.row.canCOD)} ${row?.pending?.state ?? 'saved'}`;
      if (seen.at(-1) !== text) seen.push(text);
    });
    const entry = await client.enqueue(updateOf(rowOf(1), { canCOD: true }));
    // A live query skips states while it is busy, so each state must be observed before the next one.
    await eventually(() => expect(seen.at(-1)).toBe('true queued'));
    await applyEvent(client.outbox, entry.id, { type: 'taken', fence: 1 });
    await eventually(() => expect(seen.at(-1)).toBe('true sending'));
    const saved = rowOf(1, { canCOD: true, version: 2 });
    state.rows = [saved, rowOf(2)];
    // In the sender's order: first the row, then the entry's settlement.
    await applyChanges(db, 'ID', [
      { collection: 'channelLocations', key: entry.recordKey, version: 2, row: { ...saved } },
    ]);
    await applyEvent(client.outbox, entry.id, { type: 'answered', outcome: { kind: 'ok', data: saved }, at: 1 });
    await eventually(() => expect(seen.at(-1)).toBe('true saved'));
    await eventually(async () => {
      await env.clock.advance(2000);
      expect(state.asked).toHaveLength(2);
    });
    await quiet();
    await env.clock.advance(2000);
    await quiet();
    expect(seen).toEqual(['true queued', 'true sending', 'true saved']);
    expect(state.asked).toHaveLength(2);
  });

  it('MR1: an added row stays on top until the list is refetched', async () => {
    const { client, view, state, env } = open();
    const { view: list } = view();
    await answered(list);
    const entry = await client.enqueue(createOf(rowOf(9)));
    await eventually(() => expect(keys(list)).toEqual(['10021/9/0', '10021/1/0', '10021/2/0']));
    expect(list.getSnapshot()).toMatchObject({ total: 2, extra: 1 });
    await applyEvent(client.outbox, entry.id, { type: 'taken', fence: 1 });
    state.rows = [rowOf(1), rowOf(2), rowOf(9)];
    await applyEvent(client.outbox, entry.id, { type: 'answered', outcome: { kind: 'ok', data: rowOf(9) }, at: 1 });
    await quiet();
    expect(list.getSnapshot()).toMatchObject({ total: 2, extra: 1 });
    await eventually(async () => {
      await env.clock.advance(2000);
      expect(keys(list)).toEqual(['10021/1/0', '10021/2/0', '10021/9/0']);
    });
    expect(list.getSnapshot().total).toBe(3);
  });

  it("a colleague's change updates the page in place and refetches it, at most once a second and only while visible", async () => {
    const { db, list, state, env } = await shown();
    state.visible = false;
    const theirs = (version: number) => ({ ...rowOf(1, { canPickup: true, version }) });
    for (const version of [2, 3, 4]) {
      await applyChanges(db, 'ID', [
        { collection: 'channelLocations', key: '10021/1/0', version, row: theirs(version) },
      ]);
    }
    await eventually(() => expect(list.getSnapshot().rows[0]?.row).toMatchObject({ canPickup: true, version: 4 }));
    await quiet();
    await env.clock.advance(5000);
    expect(state.asked).toHaveLength(1);
    state.visible = true;
    state.rows = [theirs(4), rowOf(2)];
    state.wake();
    await env.clock.advance(1500);
    await eventually(() => expect(state.asked).toHaveLength(2));
    await answered(list);
    expect(list.getSnapshot().rows[0]?.row).toMatchObject({ version: 4 });
  });

  it('if nothing is stored, the first response is shown before the databases are open, and stored afterward', async () => {
    const { client, view } = open({ kept: false });
    const { view: list } = view();
    await eventually(() => expect(keys(list)).toEqual(['10021/1/0', '10021/2/0']));
    expect(() => client.outbox).toThrow('not open yet');
    await client.enqueue(createOf(rowOf(9)));
    await eventually(() => expect(keys(list)).toEqual(['10021/9/0', '10021/1/0', '10021/2/0']));
    const db = await client.mirror;
    await eventually(async () => expect((await db?.pages.toArray())?.map(({ total }) => total)).toEqual([2]));
  });

  it('a response that arrives while the databases are being opened is also stored', async () => {
    const { client, view, state } = open({ kept: false });
    let release = (): void => undefined;
    state.hold = new Promise(resolve => {
      release = resolve;
    });
    const { view: list } = view();
    await quiet();
    client.engine.now();
    await client.mirror;
    await quiet();
    expect(list.getSnapshot().status).toBe('loading');
    release();
    await eventually(() => expect(keys(list)).toEqual(['10021/1/0', '10021/2/0']));
    await eventually(async () => expect(await (await client.mirror)?.pages.count()).toBe(1));
  });
});
