import { describe, expect, it } from 'vitest';
import type { Outcome } from '../types.ts';
import { entryOf } from '../testing/entries.ts';
import { deleteOf, rowOf, updateOf } from '../testing/writes.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import type { StoredEntry } from './entry.ts';
import { reduceEntry, reduceRecord, type EntryEvent } from './reducer.ts';
import { enqueue } from './store.ts';

const answered = (outcome: Outcome): EntryEvent => ({ type: 'answered', outcome, at: 9 });
const ok = (data: unknown): Outcome => ({ kind: 'ok', data });
const conflict = (current: Record<string, unknown>): Outcome => ({
  kind: 'conflict',
  status: 409,
  message: 'Changed',
  current,
  currentVersion: current['version'] as number,
});

describe("a write after one that was merged with a colleague's change (OB8)", () => {
  const base = rowOf(1, { version: 4, updatedBy: 'me@x' });
  const theirs = { ...base, canPickup: true, version: 5, updatedBy: 'c@x', updatedAt: 77 };
  const mine = { ...theirs, canCOD: true, version: 6, updatedBy: 'me@x', updatedAt: 88 };
  const first = () => entryOf(updateOf(base, { canCOD: true }), { state: 'sending', fence: 1 });
  const behind = (before: StoredEntry, write: Parameters<typeof entryOf>[0]) =>
    entryOf(write, { after: before.id, baseVersion: null });
  const shown = (before: StoredEntry) => rowOf(1, { ...(before.optimistic as object), version: 4 });

  /** The first write is merged with the colleague's row that it finds, and takes effect. */
  function mergeThrough(group: StoredEntry[]): StoredEntry[] {
    let now = group;
    const id = group[0]?.id ?? '';
    const step = (event: EntryEvent) => {
      const changed = reduceRecord(now, id, event);
      now = now.map(old => changed.find(next => next.id === old.id) ?? old);
    };
    step(answered(conflict(theirs)));
    expect(now[0]).toMatchObject({ state: 'queued', rebased: true });
    step({ type: 'taken', fence: 1 });
    step(answered(ok(mine)));
    expect(now[0]).toMatchObject({ state: 'merged' });
    return now;
  }

  it('a deletion does not remove values that the person has not seen', () => {
    const a = first();
    const [, gone] = mergeThrough([a, behind(a, deleteOf(shown(a)))]);
    expect(gone).toMatchObject({
      state: 'conflict',
      after: null,
      theirs: {
        version: 6,
        updatedBy: 'c@x',
        updatedAt: 77,
        fields: [{ field: 'canPickup', base: false, theirs: true }],
      },
    });
    const again = reduceEntry(gone as StoredEntry, { type: 'resolved', choice: { record: 'mine' }, at: 9 });
    expect(again).toMatchObject({ state: 'queued', baseVersion: 6 });
  });

  it('a deletion is sent if only the first write changed the record', () => {
    const a = first();
    const gone = behind(a, deleteOf(shown(a)));
    const [, next] = reduceRecord([a, gone], a.id, answered(ok({ ...base, canCOD: true, version: 5, updatedAt: 88 })));
    expect(next).toMatchObject({ state: 'queued', after: null, baseVersion: 5 });
  });

  it('an edit of the field that the colleague changed is a conflict, however many edits are in between', () => {
    const a = first();
    const b = behind(a, updateOf(shown(a), { canDeliver: false }));
    const noted = { ...behind(b, updateOf(shown(b), {})), changes: { note: 'mine' } };
    const old = { ...noted, base: { ...noted.base, note: 'old' } };
    let now = [a, b, old] as StoredEntry[];
    const step = (id: string, event: EntryEvent) => {
      const changed = reduceRecord(now, id, event);
      now = now.map(one => changed.find(next => next.id === one.id) ?? one);
    };
    step(a.id, answered(conflict({ ...theirs, note: 'theirs' })));
    step(a.id, { type: 'taken', fence: 1 });
    step(a.id, answered(ok({ ...mine, note: 'theirs' })));
    expect(now.map(({ state }) => state)).toEqual(['merged', 'queued', 'queued']);
    step(b.id, { type: 'taken', fence: 1 });
    step(b.id, answered(ok({ ...mine, canDeliver: false, note: 'theirs', version: 7 })));
    expect(now[2]).toMatchObject({
      state: 'conflict',
      theirs: {
        version: 7,
        updatedBy: 'c@x',
        updatedAt: 77,
        fields: [{ field: 'note', base: 'old', mine: 'mine', theirs: 'theirs' }],
      },
    });
  });

  it('an edit to a value already set by the colleague settles as merged without being sent', () => {
    const a = first();
    const [, next] = mergeThrough([a, behind(a, updateOf(shown(a), { canPickup: true }))]);
    expect(next).toMatchObject({ state: 'merged', acceptedVersion: 6, fence: 0, changes: { canPickup: true } });
  });

  it("changes from the person's other tabs are not conflicts, whether or not this tab had displayed them", () => {
    const a = entryOf(updateOf(base, { canCOD: true }), { state: 'sending', fence: 1 });
    const b = behind(a, updateOf(base, { canDeliver: false }));
    const late = behind(b, updateOf(base, { canCOD: true }));
    const gone = behind(b, deleteOf(base));
    for (const last of [late, gone]) {
      let now = [a, b, last];
      const step = (id: string, event: EntryEvent) => {
        const changed = reduceRecord(now, id, event);
        now = now.map(one => changed.find(next => next.id === one.id) ?? one);
      };
      step(a.id, answered(ok({ ...base, canCOD: true, version: 5 })));
      step(b.id, { type: 'taken', fence: 1 });
      step(b.id, answered(ok({ ...base, canCOD: true, canDeliver: false, version: 6 })));
      expect(now.map(({ state }) => state)).toEqual(['applied', 'applied', 'queued']);
      expect(now[2]).toMatchObject({ after: null, baseVersion: 6, base: { canCOD: true, canDeliver: false } });
    }
  });

  it("a write is displayed on top of changes from the person's other tabs, whether or not this tab had displayed those", async () => {
    const store = new MemoryOutbox();
    await enqueue(store, updateOf(base, { canCOD: true }), { id: 'a', at: 1 });
    const late = await enqueue(store, updateOf(base, { canDeliver: false }), { id: 'b', at: 2 });
    expect(late).toMatchObject({ after: 'a', optimistic: { canCOD: true, canDeliver: false } });
    expect(late.input).toMatchObject({ canCOD: true, canDeliver: false });
  });

  it("a deletion after an edit that gave way to a colleague's change also becomes a conflict", () => {
    const noted = { ...base, note: 'old' };
    const changes = { note: 'mine' };
    const a = { ...first(), changes, base: noted, optimistic: { ...noted, ...changes } };
    const gone = behind(a, deleteOf(shown(a)));
    const [stale] = reduceRecord([a, gone], a.id, answered(conflict({ ...theirs, note: 'theirs' })));
    expect(stale?.state).toBe('conflict');
    const [left, next] = reduceRecord([stale as StoredEntry, gone], a.id, { type: 'resolved', choice: {}, at: 9 });
    expect(left?.state).toBe('discarded');
    expect(next).toMatchObject({
      state: 'conflict',
      theirs: { updatedBy: 'c@x', fields: [{ field: 'canPickup' }, { field: 'note' }] },
    });
  });
});

describe('a write after a deletion that found nothing to delete (OB8)', () => {
  it("after a failed deletion, a write is based on a past version, not on that of a colleague's new row", () => {
    const first = entryOf(deleteOf(rowOf(1, { version: 4 })), { state: 'sending', fence: 1, baseVersion: 5 });
    const second = entryOf(deleteOf(rowOf(1, { version: 4 })), { after: first.id, baseVersion: null });
    const nothingThere: Outcome = {
      kind: 'conflict',
      status: 409,
      message: 'Gone',
      current: null,
      currentVersion: null,
    };
    const [ended, next] = reduceRecord([first, second], first.id, answered(nothingThere));
    expect(ended).toMatchObject({ state: 'merged' });
    expect(next).toMatchObject({ state: 'queued', baseVersion: 5 });
  });
});
