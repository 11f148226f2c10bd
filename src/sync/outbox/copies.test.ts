import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCaches } from '../testing/fakeCaches.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeClock, FakeLocks, platformLocks, settle } from '../testing/fakeEnv.ts';
import { createOf, rowOf, updateOf } from '../testing/writes.ts';
import { forgetUser } from '../session/userData.ts';
import { DexieOutbox } from './dexieStore.ts';
import { outboxName } from '../storage/databaseNames.ts';
import { applyEvent, enqueue, takeEntries, takeFence } from './store.ts';

let userId = 6000;
let kept = new FakeCaches();
const opened: DexieOutbox[] = [];

beforeEach(() => {
  kept = new FakeCaches();
  userId += 1;
  vi.stubGlobal('caches', kept);
  vi.stubGlobal('navigator', { locks: platformLocks(new FakeLocks()) });
});
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.close();
  vi.unstubAllGlobals();
});

function open(durability: 'strict' | 'relaxed' = 'strict') {
  const outbox = new DexieOutbox(userId, durability);
  opened.push(outbox);
  return outbox;
}
const edit = (n: number) => updateOf(rowOf(n, { version: 4 }), { canCOD: true });
const copies = () => [...(kept.kept.get(outboxName(userId))?.keys() ?? [])].map(url => url.split('/').at(-1)).sort();

/** Loses all data, as Chromium does if its log file is corrupted. */
async function lose(): Promise<void> {
  for (const outbox of opened.splice(0)) outbox.close();
  await Dexie.delete(outboxName(userId));
}

/** A sender claims a write and receives its response. */
async function answer(id: string, row: object): Promise<void> {
  const sender = open('relaxed');
  const fence = await takeFence(sender);
  await takeEntries(sender, [{ id }], fence);
  await applyEvent(sender, id, { type: 'answered', outcome: { kind: 'ok', data: row }, at: 2 }, fence);
}

describe('restoring lost writes from their copies (OB1, OB6)', () => {
  it('open writes are restored in order with their keys, while settled writes are not', async () => {
    const tab = open();
    await enqueue(tab, edit(1), { id: 'sent', at: 1 });
    await enqueue(tab, edit(1), { id: 'behind', at: 1 });
    await enqueue(tab, createOf(rowOf(2)), { id: 'created', at: 1 });
    await enqueue(tab, updateOf(rowOf(2), { canCOD: true }), { id: 'on it', at: 1 });
    await enqueue(tab, edit(3), { id: 'unwanted', at: 1 });
    await applyEvent(tab, 'unwanted', { type: 'discarded', reason: 'no', at: 2 });
    await answer('sent', { ...rowOf(1, { canCOD: true, version: 5 }) });
    await settle();
    expect(copies()).toEqual(['behind', 'created', 'on%20it']);
    await lose();

    const after = open();
    await enqueue(after, edit(1), { id: 'new', at: 3 });
    const entries = await after.open();
    expect(entries.map(({ id, after: behind, baseVersion }) => [id, behind, baseVersion])).toEqual([
      // The write on which this one was based has since taken effect, so this one conflicts with any row it finds
      // (OB8).
      ['behind', null, 2_147_483_647],
      ['created', null, null],
      ['on it', 'created', null],
      ['new', 'behind', null],
    ]);
    // The writes may have been sent, so none can be undone as if it had not been.
    expect(await applyEvent(after, 'behind', { type: 'undone', at: 4, madeHere: true })).toBeNull();
    expect(copies()).toEqual(['behind', 'created', 'new', 'on%20it']);

    // The database is lost again.
    await lose();
    expect((await takeFence(open('relaxed')), await open().open()).map(({ id }) => id)).toEqual([
      'behind',
      'created',
      'on it',
      'new',
    ]);
  });

  it('a write that the person edited is restored as edited', async () => {
    const tab = open();
    await enqueue(tab, edit(1), { id: 'edited', at: 1 });
    const fence = await takeFence(tab);
    await takeEntries(tab, [{ id: 'edited' }], fence);
    const outcome = { kind: 'refused', status: 400, retcode: 400, message: 'no' } as const;
    await applyEvent(tab, 'edited', { type: 'answered', outcome, at: 2 }, fence);
    await applyEvent(tab, 'edited', { type: 'resent', changes: { canPickup: true } });
    await lose();
    const again = open();
    await takeFence(again);
    expect(await again.byId('edited')).toMatchObject({ state: 'queued', input: { canPickup: true }, baseVersion: 4 });
  });

  it('a write is restored only once if several tabs open the outbox simultaneously', async () => {
    const tab = open();
    for (const n of [1, 2]) await enqueue(tab, edit(n), { id: `w${n}`, at: 1 });
    await lose();
    await Promise.all([open(), open('relaxed'), open()].map(outbox => takeFence(outbox)));
    expect((await open().open()).map(({ id }) => id)).toEqual(['w1', 'w2']);
  });

  it('a write is accepted even without copies, and temporarily unreadable copies are restored later', async () => {
    const tab = open();
    await enqueue(tab, edit(1), { id: 'kept', at: 1 });
    kept.failure = new Error('The cache does not answer');
    await enqueue(tab, edit(2), { id: 'alone', at: 1 });
    expect((await tab.open()).map(({ id }) => id)).toEqual(['kept', 'alone']);
    await lose();
    const early = open();
    await enqueue(early, edit(3), { id: 'early', at: 2 });
    expect((await early.open()).map(({ id }) => id)).toEqual(['early']);
    kept.failure = null;
    await enqueue(early, edit(4), { id: 'late', at: 3 });
    expect((await early.open()).map(({ id }) => id)).toEqual(['early', 'kept', 'late']);
    vi.stubGlobal('caches', undefined);
    await enqueue(early, edit(5), { id: 'without', at: 4 });
    expect(await early.byId('without')).toBeDefined();
  });

  it('a write that was not accepted leaves no copy', async () => {
    const tab = open();
    await enqueue(tab, edit(1), { id: 'same', at: 1 });
    // The unique index of ids rejects the second entry, which aborts its transaction.
    await expect(
      tab.transact(async tx => {
        const entry = await tx.byId('same');
        if (entry) await tx.add({ ...entry, seq: undefined, id: 'other' } as never);
        if (entry) await tx.add({ ...entry, seq: undefined } as never);
      }),
    ).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) as string });
    expect(copies()).toEqual(['same']);
    await lose();
    const again = open();
    await takeFence(again);
    expect((await again.open()).map(({ id }) => id)).toEqual(['same']);
  });

  it('copies that a new outbox could not read yet are not removed as leftovers', async () => {
    await enqueue(open(), edit(1), { id: 'only', at: 1 });
    await lose();
    const again = open();
    kept.failure = new Error('busy');
    await takeFence(again);
    kept.failure = null;
    await again.tidyCopies();
    expect(copies()).toEqual(['only']);
    await takeFence(again);
    expect((await again.open()).map(({ id }) => id)).toEqual(['only']);
  });

  it('a copy that outlived its write is removed, and not restored after a sign-out (SW1)', async () => {
    const tab = open();
    await enqueue(tab, edit(1), { id: 'ended', at: 1 });
    const entry = await tab.byId('ended');
    await applyEvent(tab, 'ended', { type: 'discarded', reason: 'no', at: 2 });
    if (entry) await tab.copies.keep([entry]);
    expect(copies()).toEqual(['ended']);
    await tab.tidyCopies();
    expect(copies()).toEqual([]);
    if (entry) await tab.copies.keep([entry]);
    await enqueue(tab, edit(2), { id: 'given up', at: 1 });
    tab.close();
    await forgetUser(userId, { writes: 99, imports: 0 }, 3);
    expect(kept.kept.size).toBe(0);
    const again = open();
    await takeFence(again);
    expect(await again.open()).toEqual([]);
  });
});

describe('an unresponsive cache (OB1)', () => {
  /** A tab whose clock the test controls, with a cache that responds only when the test says so. */
  function slowTab() {
    const clock = new FakeClock();
    const tab = new DexieOutbox(userId, 'strict', { locks: new FakeLocks(), clock });
    opened.push(tab);
    let answers = (): void => undefined;
    const silent = new Promise<void>(resolve => (answers = resolve));
    return { clock, tab, silent, answers: () => answers() };
  }

  it('a hanging cache blocks nothing: a durable write is confirmed, and a late cache write leaves no copy behind', async () => {
    const { clock, tab, silent, answers } = slowTab();
    kept.beforePut = () => silent;
    const adding = enqueue(tab, edit(1), { id: 'one', at: 1 });
    await eventually(async () => expect(await tab.open()).toHaveLength(1));
    await clock.advance(60_000);
    expect(await adding).toMatchObject({ id: 'one', state: 'queued' });
    const discarding = applyEvent(tab, 'one', { type: 'discarded', reason: 'no', at: 2 });
    await eventually(async () => expect(await tab.open()).toEqual([]));
    await clock.advance(60_000);
    expect(await discarding).not.toBeNull();
    answers();
    await eventually(() => expect(copies()).toEqual([]));
    await settle();
    expect(copies()).toEqual([]);
  });

  it('a new outbox is usable while the cache hangs, and its copies are restored the next time', async () => {
    await enqueue(open(), edit(1), { id: 'one', at: 1 });
    await lose();
    const { clock, tab, silent, answers } = slowTab();
    const { has } = kept;
    kept.has = async name => {
      await silent;
      return has.call(kept, name);
    };
    const adding = enqueue(tab, edit(2), { id: 'two', at: 2 });
    const taken: string[] = [];
    void adding.then(({ id }) => taken.push(id));
    await eventually(async () => {
      await clock.advance(10_000);
      expect(taken).toEqual(['two']);
    });
    kept.has = has.bind(kept);
    answers();
    await enqueue(tab, edit(3), { id: 'three', at: 3 });
    expect((await tab.open()).map(({ id }) => id).sort()).toEqual(['one', 'three', 'two']);
  });
});
