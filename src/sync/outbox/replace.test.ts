import { describe, expect, it } from 'vitest';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { createOf, rowOf, updateOf } from '../testing/writes.ts';
import { applyEvent, enqueue, replaceStuck, takeEntries, takeFence } from './store.ts';

async function refused() {
  const store = new MemoryOutbox();
  const fence = await takeFence(store);
  const { id } = await enqueue(store, createOf(rowOf(1)), { id: 'old', at: 1 });
  const behind = await enqueue(store, updateOf(rowOf(1), { canCOD: true }), { id: 'behind', at: 2 });
  await takeEntries(store, [{ id }], fence);
  const outcome = { kind: 'refused', status: 400, retcode: 400, message: 'no such location' } as const;
  await applyEvent(store, id, { type: 'answered', outcome, at: 3 }, fence);
  return { store, id, behind };
}

describe('redirecting a stuck write to another record', () => {
  it('OB3, OB6: the new write has its own key, and the old one is discarded with the reason and links', async () => {
    const { store, id, behind } = await refused();
    const made = { id: 'new', at: 9, reason: 'Reassigned to location 2' };
    const entry = await replaceStuck(store, id, createOf(rowOf(2)), made);
    expect(entry).toMatchObject({
      id: 'new',
      state: 'queued',
      recordKey: '10021/2/0',
      reassignedFrom: id,
      after: null,
    });
    expect(store.of(id)).toMatchObject({
      state: 'discarded',
      reason: 'Reassigned to location 2',
      reassignedTo: 'new',
      settledSeq: 1,
    });
    // The write based on it is not dropped; it waits for the person.
    expect(store.of(behind.id)).toMatchObject({ state: 'refused', problem: { status: 0 } });
  });

  it('no write is replaced if the old one is no longer stuck', async () => {
    const { store, id } = await refused();
    await applyEvent(store, id, { type: 'retried' });
    expect(await replaceStuck(store, id, createOf(rowOf(2)), { id: 'new', at: 9, reason: 'x' })).toBeNull();
    expect(store.all()).toHaveLength(2);
  });

  it('the replacement takes effect completely or not at all', async () => {
    const { store, id } = await refused();
    store.failure = new Error('full');
    await expect(replaceStuck(store, id, createOf(rowOf(2)), { id: 'new', at: 9, reason: 'x' })).rejects.toThrow(
      'full',
    );
    store.failure = null;
    expect(store.of(id).state).toBe('refused');
    expect(store.all()).toHaveLength(2);
  });
});

describe('undoing a write that the server refused', () => {
  it('the undo of a refused write is dropped with that write, because there is nothing to undo', async () => {
    const { store, id, behind } = await refused();
    const undo = updateOf(rowOf(1), { canCOD: false });
    const { id: undoId } = await enqueue(store, { ...undo, undoes: behind.id }, { id: 'undo', at: 4 });
    await applyEvent(store, id, { type: 'discarded', reason: 'x', at: 5 });
    await applyEvent(store, behind.id, { type: 'discarded', reason: 'x', at: 6 });
    expect(store.of(undoId)).toMatchObject({
      state: 'discarded',
      reason: 'The change that it undoes never took effect',
    });
    expect(store.of(undoId).settledSeq).toBe(3);
  });
});
