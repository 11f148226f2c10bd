import { describe, expect, it } from 'vitest';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { createOf, deleteOf, rowOf, updateOf } from '../testing/writes.ts';
import type { NewWrite, Row } from '../types.ts';
import { NO_ROWS_VERSION, type StoredEntry } from './entry.ts';
import { applyEvent, enqueue, takeEntries, takeFence } from './store.ts';

let made = 0;
const queue = (store: MemoryOutbox, write: NewWrite) => enqueue(store, write, { id: `w${++made}`, at: 0 });

/** Queues a write and lets the server respond to it. */
async function through(store: MemoryOutbox, write: NewWrite, data: Row | null): Promise<StoredEntry> {
  const { id } = await queue(store, write);
  const fence = await takeFence(store);
  await takeEntries(store, [{ id }], fence);
  await applyEvent(store, id, { type: 'answered', outcome: { kind: 'ok', data }, at: 1 }, fence);
  return store.of(id);
}

/** The row as displayed while the person's own edit was still pending. */
const drawn = (part: object = {}) => rowOf(1, { version: 4, ...part });
const server = (version: number, part: object = {}): Row => ({ ...rowOf(1, { version, updatedAt: version, ...part }) });

describe("a write based on a row outdated by the person's own writes (OB8)", () => {
  it("a deletion confirmed after the person's edit took effect is based on the row after the edit", async () => {
    const store = new MemoryOutbox();
    await through(store, updateOf(drawn(), { canCOD: true }), server(5, { canCOD: true }));
    const gone = await queue(store, deleteOf(drawn({ canCOD: true })));
    expect(gone).toMatchObject({ baseVersion: 5, after: null, base: { canCOD: true, version: 5 } });
  });

  it("an edit from a tab that had not yet shown another edit keeps that edit's changes", async () => {
    const store = new MemoryOutbox();
    await through(store, updateOf(drawn(), { canCOD: true }), server(5, { canCOD: true }));
    await through(store, updateOf(drawn(), { canPickup: true }), server(6, { canCOD: true, canPickup: true }));
    const edit = await queue(store, updateOf(drawn(), { canCODPickup: true }));
    expect(edit).toMatchObject({
      baseVersion: 6,
      changes: { canCODPickup: true },
      input: { canCOD: true, canPickup: true, canCODPickup: true },
    });
  });

  it('an added record is identified by the version with which it was displayed, whatever version the server assigned', async () => {
    const store = new MemoryOutbox();
    const { optimistic } = await through(store, createOf(rowOf(1)), server(4));
    expect(await queue(store, deleteOf(optimistic as never))).toMatchObject({ baseVersion: 4 });
  });

  it("a colleague's change between or before the person's own writes is a conflict", async () => {
    const store = new MemoryOutbox();
    await through(store, updateOf(drawn(), { canCOD: true }), server(5, { canCOD: true }));
    await through(store, updateOf(rowOf(1, { version: 6 }), { canPickup: true }), server(7));
    expect(await queue(store, deleteOf(drawn()))).toMatchObject({ baseVersion: 5 });
    const other = new MemoryOutbox();
    await through(other, updateOf(rowOf(1, { version: 6 }), { canPickup: true }), server(7));
    expect(await queue(other, deleteOf(drawn()))).toMatchObject({ baseVersion: 4 });
  });

  it("undoing an edit is based on the row after the person's later edits, as if these were still pending", async () => {
    const store = new MemoryOutbox();
    const edit = await through(store, updateOf(drawn(), { canCOD: true }), server(5, { canCOD: true }));
    await through(store, updateOf(rowOf(1, { version: 5, canCOD: true }), { canPickup: true }), server(6));
    const back = { ...updateOf(rowOf(1, { version: 5, canCOD: true }), { canCOD: false }), undoes: edit.id };
    expect(await queue(store, back)).toMatchObject({ baseVersion: 6, changes: { canCOD: false } });
  });

  it('values of an edit that was attempted and then discarded are not written', async () => {
    const store = new MemoryOutbox();
    const { id } = await queue(store, updateOf(drawn(), { canCOD: true }));
    const fence = await takeFence(store);
    await takeEntries(store, [{ id }], fence);
    const outcome = { kind: 'noNetwork', reason: 'unreachable' } as const;
    await applyEvent(store, id, { type: 'answered', outcome, at: 1 }, fence);
    await applyEvent(store, id, { type: 'discarded', reason: 'wrong', at: 2 });
    const late = await queue(store, updateOf(drawn({ canCOD: true }), { canPickup: true }));
    expect(late).toMatchObject({ baseVersion: 4, base: { canCOD: false }, input: { canCOD: false, canPickup: true } });
  });

  it("an edit of a discarded creation's row is based on a version that no row has", async () => {
    const store = new MemoryOutbox();
    const creation = createOf(rowOf(1, { canCOD: true }));
    const { id } = await queue(store, creation);
    await applyEvent(store, id, { type: 'discarded', reason: 'wrong', at: 2 });
    const late = await queue(store, updateOf(creation.optimistic as never, { canPickup: true }));
    expect(late.baseVersion).toBe(NO_ROWS_VERSION);
  });

  it("an edit made after the person's own deletion took effect keeps its base version", async () => {
    const store = new MemoryOutbox();
    await through(store, deleteOf(drawn()), null);
    expect(await queue(store, updateOf(drawn(), { canCOD: true }))).toMatchObject({ baseVersion: 4 });
  });
});
