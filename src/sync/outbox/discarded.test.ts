import { describe, expect, it } from 'vitest';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { createOf, deleteOf, rowOf, updateOf } from '../testing/writes.ts';
import type { NewWrite, Outcome, Row } from '../types.ts';
import { wireInput } from './wireInput.ts';
import type { EntryEvent } from './reducer.ts';
import { applyEvent, enqueue } from './store.ts';

type Flags = Parameters<typeof updateOf>[1];

const ok = (data: unknown): Outcome => ({ kind: 'ok', data });
const refused: Outcome = { kind: 'refused', status: 422, retcode: 422, message: 'No.' };
const stale = (current: object): Outcome => ({
  kind: 'conflict',
  status: 409,
  message: 'Changed',
  current: current as Row,
  currentVersion: (current as { version: number }).version,
});

/** A record with a flag and a text field, which two people can set to different values. */
const noted = (note: string, part: Parameters<typeof rowOf>[1] = {}) => ({ ...rowOf(1, part), note });
type Noted = ReturnType<typeof noted>;
const noting = (row: Noted, note: string, flags: Flags = {}): NewWrite => {
  const write = updateOf(row, flags);
  return { ...write, changes: { ...write.changes, note }, optimistic: { ...write.optimistic, note } };
};
const base = noted('old', { version: 4, updatedBy: 'me@x' });
const theirs = noted('theirs', { version: 5, updatedBy: 'c@x', updatedAt: 77 });

/** Queues writes 'a', 'b' and so on for one record. */
async function chain(...writes: NewWrite[]) {
  const store = new MemoryOutbox();
  for (const [at, write] of writes.entries()) await enqueue(store, write, { id: 'abcd'[at] as string, at });
  const act = (id: string, event: EntryEvent) => applyEvent(store, id, event);
  const send = async (id: string, outcome: Outcome) => {
    await act(id, { type: 'taken', fence: 1 });
    await act(id, { type: 'answered', outcome, at: 9 });
  };
  const discard = (id: string) => act(id, { type: 'discarded', reason: 'No', at: 9 });
  return { store, act, send, discard, of: (id: string) => store.of(id) };
}

describe("a write after one that yielded to a colleague's (OB8)", () => {
  it('an edit of the same field also becomes a conflict, and so does each later edit', async () => {
    const { act, send, of } = await chain(
      noting(base, 'mine'),
      noting({ ...base, note: 'mine' }, 'second'),
      noting({ ...base, note: 'second' }, 'third'),
    );
    await send('a', stale(theirs));
    await act('a', { type: 'resolved', choice: { note: 'theirs' }, at: 9 });
    const fields = (mine: string) => [{ field: 'note', base: expect.any(String), mine, theirs: 'theirs' }];
    expect(of('b')).toMatchObject({ state: 'conflict', theirs: { updatedBy: 'c@x', fields: fields('second') } });
    await act('b', { type: 'resolved', choice: {}, at: 9 });
    expect(of('c')).toMatchObject({ state: 'conflict', theirs: { updatedBy: 'c@x', fields: fields('third') } });
  });

  it('an edit becomes a conflict even if the earlier write yielded only in that field, and the other fields are sent', async () => {
    const { act, send, of } = await chain(
      noting(base, 'mine', { canCOD: true }),
      noting({ ...base, note: 'mine', canCOD: true }, 'second'),
    );
    await send('a', stale(theirs));
    await act('a', { type: 'resolved', choice: { canCOD: 'mine', note: 'theirs' }, at: 9 });
    expect(of('a')).toMatchObject({ state: 'queued', changes: { canCOD: true } });
    await send('a', ok({ ...theirs, canCOD: true, version: 6, updatedBy: 'me@x' }));
    expect(of('b')).toMatchObject({ state: 'conflict', theirs: { fields: [{ field: 'note', mine: 'second' }] } });
  });

  it('choosing all of theirs applies only to fields that both sides changed, and undisputed fields are still sent', async () => {
    const { act, send, of } = await chain(noting(base, 'mine', { canCOD: true }));
    await send('a', stale(theirs));
    expect(of('a')?.theirs?.fields).toHaveLength(1);
    await act('a', { type: 'resolved', choice: { note: 'theirs' }, at: 9 });
    expect(of('a')).toMatchObject({
      state: 'queued',
      changes: { canCOD: true },
      baseVersion: 5,
      optimistic: { note: 'theirs' },
    });
    const whole = await chain(noting(base, 'mine', { canCOD: true }));
    await whole.send('a', stale(theirs));
    await whole.act('a', { type: 'resolved', choice: { record: 'theirs', note: 'theirs' }, at: 9 });
    expect(whole.of('a')?.state).toBe('discarded');
  });

  it('a field that the colleague did not change is not a conflict', async () => {
    const { send, discard, of } = await chain(
      noting(base, 'mine', { canCOD: true }),
      updateOf({ ...base, canCOD: true }, { canCOD: false, canDeliver: false }),
    );
    await send('a', stale(theirs));
    await discard('a');
    expect(of('b')).toMatchObject({ state: 'queued', baseVersion: 5, after: null });
  });

  it('discarding an edit also discards its undo, and the same applies to a deletion', async () => {
    const edit = await chain(noting(base, 'mine'), { ...noting({ ...base, note: 'mine' }, 'old'), undoes: 'a' });
    await edit.send('a', stale(theirs));
    await edit.act('a', { type: 'resolved', choice: {}, at: 9 });
    expect(edit.of('b')).toMatchObject({ state: 'discarded', reason: 'The change that it undoes never took effect' });
    const gone = await chain(deleteOf(base), { ...createOf(base), undoes: 'a' });
    await gone.send('a', stale(theirs));
    await gone.discard('a');
    expect(gone.of('b')?.state).toBe('discarded');
  });

  it("if a write equals a colleague's change, its undo is dropped along with it, and the colleague's change is kept", async () => {
    const flagged = { ...base, canCOD: true };
    const { send, of } = await chain(
      updateOf(base, { canCOD: true }),
      { ...updateOf(flagged, { canCOD: false }), undoes: 'a' },
      updateOf(base, { canPickup: true }),
    );
    await send('a', stale({ ...theirs, note: 'old', canCOD: true }));
    expect(of('a')).toMatchObject({ state: 'merged', rebased: false });
    expect(of('b')).toMatchObject({ state: 'discarded', reason: 'The change that it undoes never took effect' });
    expect(of('c')).toMatchObject({ state: 'queued', after: null, baseVersion: 5, input: { canCOD: true } });
  });
});

describe('a write after a discarded one', () => {
  const tookBack = { ...updateOf({ ...base, canCOD: true }, { canCOD: false }), undoes: 'a' };

  it("a later write is based on the original record if the discarded write's undo was discarded too", async () => {
    const { send, discard, of } = await chain(
      updateOf(base, { canCOD: true }),
      tookBack,
      updateOf(base, { canPickup: true }),
    );
    await send('a', refused);
    await discard('a');
    expect(of('b')?.state).toBe('discarded');
    expect(of('c')).toMatchObject({ state: 'queued', after: null, baseVersion: 4, base: { canCOD: false } });
    expect(wireInput(of('c') as never)).toMatchObject({ canCOD: false, canPickup: true, version: 4 });
  });

  it('a later write is based on the record after an undone deletion, because the record never disappeared', async () => {
    const { send, discard, of } = await chain(
      deleteOf(base),
      { ...createOf(base), undoes: 'a' },
      updateOf(base, { canPickup: true }),
    );
    await send('a', refused);
    await discard('a');
    expect(of('c')).toMatchObject({ state: 'queued', after: null, baseVersion: 4 });
  });

  it("a later write conflicts if it was made before the colleague's value was accepted", async () => {
    const back = { ...noting({ ...base, note: 'mine' }, 'old'), undoes: 'a' };
    const { send, discard, of } = await chain(noting(base, 'mine'), back, noting(base, 'third'));
    await send('a', stale(theirs));
    await discard('a');
    expect(of('c')).toMatchObject({ state: 'conflict', theirs: { version: 5, fields: [{ field: 'note' }] } });
  });

  it("a later write does not overwrite a value that its own tab had not displayed, even if the previous write's tab had", async () => {
    const { act, send, of } = await chain(updateOf(theirs, { canCOD: true }), noting(base, 'second'));
    await act('a', { type: 'undone', at: 9, madeHere: true });
    const { baseVersion } = of('b') ?? {};
    expect(baseVersion).not.toBe(theirs.version);
    await send('b', stale(theirs));
    expect(of('b')).toMatchObject({ state: 'conflict', theirs: { fields: [{ base: 'old', mine: 'second' }] } });
  });

  it("a later write does not conflict over a value that its own tab had displayed, even if the previous write's tab had not", async () => {
    const { store, send, discard, of } = await chain(updateOf(base, { canCOD: true }));
    await send('a', refused);
    await enqueue(store, noting(theirs, 'second'), { id: 'b', at: 5 });
    await enqueue(store, deleteOf({ ...theirs, note: 'second' } as Noted), { id: 'c', at: 6 });
    await discard('a');
    await send('b', stale(theirs));
    expect(of('b')).toMatchObject({ state: 'queued', baseVersion: 5, input: { canCOD: false } });
    await send('b', ok({ ...theirs, note: 'second', version: 6 }));
    expect(of('c')).toMatchObject({ state: 'queued', baseVersion: 6 });
  });
});

describe('a creation followed by other writes', () => {
  it("the server's version of a created row does not count as a colleague's change, however many writes follow", async () => {
    // Without the location tree, the row has no place names.
    const guess = rowOf(1, { state: '', city: '', district: '', channelName: '' });
    const { send, of } = await chain(
      createOf(guess),
      updateOf(guess, { canCOD: true }),
      deleteOf({ ...guess, canCOD: true }),
    );
    await send('a', ok(rowOf(1)));
    await send('b', ok(rowOf(1, { canCOD: true, version: 2 })));
    expect(of('c')).toMatchObject({ state: 'queued', baseVersion: 2, after: null });
  });
});

describe('a write after an undone creation', () => {
  const row = rowOf(1, { version: 4 });
  const added = rowOf(1, { canDeliver: true });
  const later = updateOf(added, { canPickup: true });

  it('a write after an undone creation is based on the earlier edit, because the record always existed', async () => {
    const { act, send, of } = await chain(updateOf(row, { canCOD: true }), createOf(added), later);
    await act('b', { type: 'undone', at: 9, madeHere: true });
    expect(of('c')).toMatchObject({ state: 'queued', after: 'a', optimistic: { canCOD: true, canPickup: true } });
    await send('a', ok({ ...row, canCOD: true, version: 5 }));
    expect(of('c')).toMatchObject({ state: 'queued', after: null, baseVersion: 5 });
    expect(wireInput(of('c'))).toMatchObject({ canDeliver: row.canDeliver, canCOD: true, canPickup: true, version: 5 });
  });

  it('a write after an undone creation is refused if a deletion of the record is pending before it', async () => {
    const { act, of } = await chain(deleteOf(row), createOf(added), later);
    await act('b', { type: 'undone', at: 9, madeHere: true });
    expect(of('c')).toMatchObject({ state: 'refused', after: null });
  });
});
