import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { applyChanges } from '../mirror/apply.ts';
import { changeCount } from '../mirror/counts.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { noteOpened } from '../mirror/opened.ts';
import { noteChecked } from '../mirror/cacheStatus.ts';
import { applyEvent } from '../outbox/store.ts';
import type { CachedAnswer, CachedQuestion } from '../query/cachedQuestion.ts';
import { eventually, quiet } from '../testing/eventually.ts';
import { fakeEnv } from '../testing/fakeEnv.ts';
import { pageAnswer, tabs } from '../testing/tabs.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import { placeList } from '../testing/placeList.ts';
import { ListView } from './listView.ts';

const openTab = tabs(7500, afterEach);

/** A tab whose `ops` answers from `state.rows`, or not at all. */
async function open(ready = true) {
  const env = fakeEnv();
  const state = {
    rows: [rowOf(1), rowOf(2)],
    total: 40,
    answers: true,
    asked: [] as string[],
    down: false,
    joined: true,
    /** If set, `ops` awaits it before answering. */
    gate: null as Promise<void> | null,
  };
  let mirror: MirrorDb | null = null;
  const list = async (_entity: string, question: CachedQuestion) => {
    if (!state.answers) return new Promise<never>(() => undefined);
    await state.gate;
    const rev = mirror ? await changeCount(mirror, 'ID', 'channelLocations') : 0;
    const value: CachedAnswer = { rows: state.rows, total: state.total, rev, asOf: env.clock.now() };
    return { ready: question.page > 0, value };
  };
  const { client } = openTab({
    env,
    answers: url => {
      state.asked.push(url);
      if (state.down) throw new TypeError('Failed to fetch');
      return pageAnswer([rowOf(7)]);
    },
    ops: { joined: () => state.joined, list },
  });
  mirror = await client.mirror;
  const db = mirror;
  if (!db) throw new Error('no mirror');
  await noteOpened(db, ['ID', 'channel:10021'], env.clock.now());
  if (ready) await db.sets.update(['ID', 'channelLocations', 'channel:10021'], { state: 'ready' });
  await noteChecked(db, 'ID', env.clock.now());
  const view = new ListView(client, {
    source: placeList,
    entity: 'ID',
    filters: { channelId: 10021, type: 0 } as never,
    page: 2,
    count: 10,
    sort: '',
  });
  return { env, state, client, db, view, start: () => view.subscribe(() => undefined) };
}

/** Waits until the network has responded and the channel has been recorded as opened. */
async function opened(db: MirrorDb, view: { getSnapshot: () => unknown }): Promise<void> {
  await eventually(() => expect(view.getSnapshot()).toMatchObject({ status: 'ready', refreshing: false }));
  await eventually(async () =>
    expect(await db.sets.get(['ID', 'channelLocations', 'channel:10021'])).toMatchObject({ state: 'waiting' }),
  );
}

describe('a list whose channel is cached', () => {
  it('ops returns the whole list without a request, with the age of the last server contact', async () => {
    const { view, start, state, env } = await open();
    start();
    await eventually(() =>
      expect(view.getSnapshot()).toMatchObject({ status: 'ready', total: 40, asOf: env.clock.now(), problem: null }),
    );
    await quiet();
    expect(view.getSnapshot().rows.map(({ key }) => key)).toEqual(['10021/1/0', '10021/2/0']);
    expect(state.asked).toEqual([]);
  });

  it('the list uses the network until its channel is cached, and never afterward', async () => {
    const { view, start, state, db } = await open(false);
    start();
    await eventually(() => expect(view.getSnapshot()).toMatchObject({ status: 'ready', total: 1 }));
    expect(state.asked).toHaveLength(1);
    await eventually(async () =>
      expect(await db.sets.get(['ID', 'channelLocations', 'channel:10021'])).toMatchObject({ state: 'waiting' }),
    );
  });

  it('cached rows are shown without a request while the list waits for a mirror that lags slightly', async () => {
    const { view, start, state, env, db } = await open();
    await env.clock.advance(120_000);
    start();
    await eventually(() => expect(view.getSnapshot()).toMatchObject({ status: 'ready', total: 40, refreshing: true }));
    await noteChecked(db, 'ID', env.clock.now());
    await eventually(() =>
      expect(view.getSnapshot()).toMatchObject({ status: 'ready', refreshing: false, asOf: env.clock.now() }),
    );
    await env.clock.advance(20_000);
    await quiet();
    expect(state.asked).toEqual([]);
  });

  it('after showing cached rows, the list uses the network if the mirror does not catch up', async () => {
    const { view, start, state, env } = await open();
    await env.clock.advance(120_000);
    start();
    await eventually(() => expect(view.getSnapshot()).toMatchObject({ total: 40, refreshing: true }));
    expect(state.asked).toEqual([]);
    await env.clock.advance(6000);
    await eventually(() => expect(view.getSnapshot()).toMatchObject({ status: 'ready', refreshing: false }));
    expect(state.asked).toHaveLength(1);
  });

  it('after a reload, the cached page is shown without a request until the engine has joined and responded', async () => {
    const { view, start, state, env, db, client } = await open(false);
    start();
    await opened(db, view);
    expect(state.asked).toHaveLength(1);
    await db.sets.update(['ID', 'channelLocations', 'channel:10021'], { state: 'ready' });
    state.joined = false;
    const again = new ListView(client, view.question);
    again.subscribe(() => undefined);
    await eventually(() => expect(again.getSnapshot()).toMatchObject({ status: 'ready', total: 1, refreshing: true }));
    await quiet();
    state.joined = true;
    await eventually(async () => {
      await env.clock.advance(600);
      expect(again.getSnapshot()).toMatchObject({ status: 'ready', total: 40, refreshing: false });
    });
    await env.clock.advance(20_000);
    expect(state.asked).toHaveLength(1);
  });

  it('the list uses the network if the engine never joins', async () => {
    const { view, start, state, env, db, client } = await open(false);
    start();
    await opened(db, view);
    await db.sets.update(['ID', 'channelLocations', 'channel:10021'], { state: 'ready' });
    state.joined = false;
    const again = new ListView(client, view.question);
    again.subscribe(() => undefined);
    await eventually(() => expect(again.getSnapshot()).toMatchObject({ status: 'ready', total: 1, refreshing: true }));
    await quiet();
    expect(state.asked).toHaveLength(1);
    await env.clock.advance(6000);
    await eventually(() => expect(state.asked).toHaveLength(2));
  });

  it('a write made while ops is being queried is shown, although the queue was read earlier (MR1)', async () => {
    const { view, start, state, client } = await open();
    let answers = (): void => undefined;
    state.gate = new Promise(resolve => (answers = resolve));
    start();
    await quiet();
    await client.enqueue(updateOf(rowOf(1), { canCOD: true }));
    await quiet();
    answers();
    const marked = () => view.getSnapshot().rows.map(({ key, pending }) => [key, pending?.state ?? null]);
    await eventually(() => expect(view.getSnapshot()).toMatchObject({ status: 'ready', total: 40 }));
    await quiet();
    expect(marked()).toEqual([
      ['10021/1/0', 'queued'],
      ['10021/2/0', null],
    ]);
  });

  it('the list uses the network if its rows are evicted while displayed', async () => {
    const { view, start, state, db } = await open();
    start();
    await eventually(() => expect(view.getSnapshot()).toMatchObject({ total: 40, refreshing: false }));
    await quiet();
    expect(state.asked).toEqual([]);
    await db.sets.delete(['ID', 'channelLocations', 'channel:10021']);
    await eventually(() => expect(view.getSnapshot()).toMatchObject({ status: 'ready', total: 1, refreshing: false }));
    expect(state.asked).toHaveLength(1);
  });

  it('the list uses the network if ops does not respond in time, but keeps waiting for ops if there is no network', async () => {
    const { view, start, state, env } = await open();
    state.answers = false;
    state.down = true;
    start();
    await quiet();
    expect(state.asked).toEqual([]);
    await eventually(async () => {
      await env.clock.advance(1500);
      expect(state.asked).toHaveLength(1);
    });
    state.answers = true;
    await eventually(async () => {
      await env.clock.advance(1500);
      expect(view.getSnapshot()).toMatchObject({ status: 'ready', total: 40, problem: null });
    });
  });

  it('MR1: a write is shown immediately and until it settles, without any row flickering', async () => {
    const { view, start, state, client, db } = await open();
    start();
    await eventually(() => expect(view.getSnapshot()).toMatchObject({ total: 40, refreshing: false }));
    await quiet();
    const seen: string[] = [];
    view.subscribe(() => {
      const row = view.getSnapshot().rows.find(({ key }) => key === '10021/1/0');
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
    await applyChanges(db, 'ID', [
      { collection: 'channelLocations', key: entry.recordKey, version: 2, row: { ...saved } },
    ]);
    await applyEvent(client.outbox, entry.id, { type: 'answered', outcome: { kind: 'ok', data: saved }, at: 1 });
    await eventually(() => expect(seen.at(-1)).toBe('true saved'));
    await quiet();
    expect(seen).toEqual(['true queued', 'true sending', 'true saved']);
    expect(state.asked).toEqual([]);
  });

  it('MR1: the next request is rendered with the data of the previous list, and then refreshed', async () => {
    const { env, client, start } = await open();
    start();
    await quiet();
    const entry = await client.enqueue(updateOf(rowOf(1), { canCOD: true }));
    await quiet();
    const next = new ListView(client, {
      source: placeList,
      entity: 'ID',
      filters: { channelId: 10021, type: 0 } as never,
      page: 1,
      count: 10,
      sort: '',
    });
    next.subscribe(() => undefined);
    await quiet();
    const shown = () => next.getSnapshot().rows.map(({ row, pending }) => [row['canCOD'], pending?.state ?? null]);
    expect(shown()[0]).toEqual([true, 'queued']);
    await applyEvent(client.outbox, entry.id, { type: 'taken', fence: 1 });
    await env.clock.advance(150);
    await quiet();
    expect(shown()[0]).toEqual([true, 'sending']);
  });

  it('losing a permission removes the rows (MR4)', async () => {
    const { view, start, db } = await open();
    start();
    await eventually(() => expect(view.getSnapshot().rows.map(({ key }) => key)).toContain('10021/1/0'));
    await db.sets.delete(['ID', 'channelLocations', 'channel:10021']);
    await eventually(() => expect(view.getSnapshot().rows.map(({ key }) => key)).toEqual(['10021/7/0']));
  });
});
