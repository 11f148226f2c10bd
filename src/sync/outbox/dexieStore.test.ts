import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { createOf, rowOf, updateOf } from '../testing/writes.ts';
import { DexieOutbox } from './dexieStore.ts';
import { applyAll, applyEvents, enqueue, noteSeen, replaceStuck, takeEntries, takeFence } from './store.ts';

const outboxes: DexieOutbox[] = [];
afterEach(async () => {
  for (const outbox of outboxes.splice(0)) outbox.close();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});
const open = () => {
  const outbox = new DexieOutbox(8001 + outboxes.length, 'strict');
  outboxes.push(outbox);
  return outbox;
};
const hold = { type: 'paused', hold: { verdict: 'gone', row: null, version: null } } as const;

describe('the outbox in IndexedDB', () => {
  it('several actions and their effects share a transaction, and paused writes are counted along with those queued behind them', async () => {
    const outbox = open();
    const fence = await takeFence(outbox);
    for (const at of [1, 2, 3]) {
      await enqueue(outbox, updateOf(rowOf(at), { canCOD: true }), { id: `w${at}`, at: 1 });
    }
    await enqueue(outbox, updateOf(rowOf(1, { canCOD: true }), { canPickup: true }), { id: 'behind', at: 1 });
    const acts = ['w1', 'w2', 'w3'].map(id => ({ id, event: hold }));
    expect(await applyEvents(outbox, acts, fence)).toEqual([true, true, true]);
    expect(await outbox.counts()).toEqual({ waiting: 4, paused: 4, needsYou: 0, trouble: null });
    expect(await outbox.pausedSummary()).toEqual({ waiting: 4, safe: 0, changed: 0, gone: 4, denied: 0 });
    expect(await takeEntries(outbox, [{ id: 'w1' }, { id: 'w2' }], fence)).toEqual([]);
    expect(await applyEvents(outbox, acts, fence - 1)).toEqual([false, false, false]);
    const done = [
      { id: 'w1', event: { type: 'released' } as const },
      { id: 'w1', event: { type: 'released' } as const },
      { id: 'w2', event: { type: 'undone', at: 2, madeHere: true } as const },
    ];
    expect(await applyEvents(outbox, done)).toEqual([true, false, true]);
    expect(await outbox.counts()).toEqual({ waiting: 3, paused: 1, needsYou: 0, trouble: null });
  });

  it('a stuck write is replaced in one transaction, and versions delivered by the feed are recorded', async () => {
    const outbox = open();
    const fence = await takeFence(outbox);
    await enqueue(outbox, createOf(rowOf(1)), { id: 'old', at: 1 });
    await takeEntries(outbox, [{ id: 'old' }], fence, 5);
    const outcome = { kind: 'refused', status: 400, retcode: 400, message: 'no' } as const;
    await applyEvents(outbox, [{ id: 'old', event: { type: 'answered', outcome, at: 3 } }], fence);
    await replaceStuck(outbox, 'old', createOf(rowOf(2)), { id: 'new', at: 9, reason: 'moved' });
    expect((await outbox.open()).map(({ id }) => id)).toEqual(['new']);
    expect(await outbox.byId('old')).toMatchObject({ state: 'discarded', reassignedTo: 'new', sentAt: 5 });
    await takeEntries(outbox, [{ id: 'new' }], fence);
    const data = { version: 4 };
    await applyEvents(
      outbox,
      [{ id: 'new', event: { type: 'answered', outcome: { kind: 'ok', data }, at: 3 } }],
      fence,
    );
    await noteSeen(outbox, [{ id: 'new', version: 4 }], 11, fence);
    expect(await outbox.byId('new')).toMatchObject({ state: 'applied', seen: { version: 4, at: 11 } });
  });

  it('an entry is found by its id even if the given record is wrong, and two actions on the same record run in order', async () => {
    const outbox = open();
    const fence = await takeFence(outbox);
    const first = await enqueue(outbox, updateOf(rowOf(1), { canCOD: true }), { id: 'first', at: 1 });
    await enqueue(outbox, updateOf(rowOf(1, { canCOD: true }), { canPickup: true }), { id: 'behind', at: 1 });
    const other = await enqueue(outbox, updateOf(rowOf(2), { canCOD: true }), { id: 'other', at: 1 });
    const { record } = first;
    // Neither an entry that is not the first of its record nor a missing entry is claimed.
    expect(await takeEntries(outbox, [{ id: 'behind', record }], fence)).toEqual([]);
    expect(await takeEntries(outbox, [{ id: 'nobody', record }], fence)).toEqual([]);
    const wrong = { id: 'other', record };
    expect((await takeEntries(outbox, [first, wrong], fence)).map(({ id }) => id)).toEqual(['first', 'other']);
    const outcome = { kind: 'ok', data: { version: 2 } } as const;
    const answered = { type: 'answered', outcome, at: 2 } as const;
    const applied = await applyAll(
      outbox,
      [
        { id: 'first', record, event: answered },
        { id: 'behind', record, event: { type: 'discarded', reason: 'no', at: 3 } },
        { id: 'other', record: other.record, event: answered },
      ],
      fence,
    );
    expect(applied.map(done => done?.open.map(({ id }) => id))).toEqual([['behind'], [], []]);
    // The entry has settled, so a response to it has no effect.
    expect(await applyAll(outbox, [{ id: 'first', record, event: answered }], fence)).toEqual([null]);
    expect(await outbox.counts()).toEqual({ waiting: 0, paused: 0, needsYou: 0, trouble: null });
  });
});
