import { describe, expect, it } from 'vitest';
import { channelLocationKey, type ChannelLocationRow } from '../../contract/channelLocation.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import { reduceEntry } from '../outbox/reducer.ts';
import { overlay } from './overlay.ts';
import { entryOf } from '../testing/entries.ts';
import { createOf, deleteOf, rowOf, updateOf } from '../testing/writes.ts';
import type { Row } from '../types.ts';

const source = {
  rowKey: (row: ChannelLocationRow & Row) => channelLocationKey(row),
  matches: (row: ChannelLocationRow & Row, filters: Row) => row.channelId === filters['channelId'],
};
const page = (rows: ChannelLocationRow[], part = {}) => ({ rows, total: 100, page: 1, settledAt: 5, ...part });
const draw = (rows: ChannelLocationRow[], entries: StoredEntry[], part = {}) =>
  overlay(page(rows, part), entries, source as never, { channelId: 10021 } as Row);
const refused = { kind: 'refused' as const, status: 422, message: 'no' };

describe('MR1: a list shows server data with pending writes applied', () => {
  it('a pending update replaces the fields it sets and marks the row', () => {
    const edit = entryOf(updateOf(rowOf(1), { canCOD: true }), { state: 'sending' });
    const { rows, total } = draw([rowOf(1), rowOf(2)], [edit]);
    expect(rows[0]).toMatchObject({
      key: '10021/1/0',
      row: { canCOD: true, canDeliver: true },
      pending: { entryId: edit.id, state: 'sending', effect: 'update' },
    });
    expect(rows[1]?.pending).toBeNull();
    expect(total).toBe(100);
  });

  it('a write that does not increment the version, e.g. to personal data, stays applied until the page is refetched', () => {
    const own = { ...rowOf(1), canCOD: true };
    const edit = entryOf(updateOf(rowOf(1), { canCOD: true }), { state: 'applied', settledSeq: 9, accepted: own });
    expect(draw([rowOf(1)], [edit]).rows[0]).toMatchObject({ row: { canCOD: true }, pending: null });
    expect(draw([rowOf(1)], [edit], { settledAt: 9 }).rows[0]).toMatchObject({ row: { canCOD: false } });
    const later = { ...rowOf(1), version: rowOf(1).version + 1 };
    expect(draw([later], [edit]).rows[0]).toMatchObject({ row: { canCOD: false } });
  });

  it('a row whose first write is paused is marked as paused, whatever is queued behind that write', () => {
    const first = entryOf(updateOf(rowOf(1), { canCOD: true }), { hold: { verdict: 'safe', row: null, version: 1 } });
    const behind = entryOf(updateOf(rowOf(1, { canCOD: true }), { canPickup: true }), { after: first.id });
    expect(draw([rowOf(1)], [first, behind]).rows[0]?.pending).toMatchObject({ state: 'queued', paused: true });
    expect(draw([rowOf(1)], [behind]).rows[0]?.pending).not.toHaveProperty('cached');
  });

  it("a refresh never reverts an edit, and a colleague's newer row is shown in the other fields", () => {
    const edit = entryOf(updateOf(rowOf(1), { canCOD: true }));
    const { rows } = draw([rowOf(1, { canPickup: true, version: 9 })], [edit]);
    expect(rows[0]?.row).toMatchObject({ canCOD: true, canPickup: true, version: 9 });
  });

  it('a refused write restores the row automatically and shows the reason', () => {
    const edit = entryOf(updateOf(rowOf(1), { canCOD: true }), { state: 'refused', problem: refused });
    expect(draw([rowOf(1)], [edit]).rows[0]).toMatchObject({
      row: { canCOD: false },
      pending: { state: 'refused', message: 'no' },
    });
  });

  it('a row with a pending deletion stays visible until the deletion is applied', () => {
    const { rows, total } = draw([rowOf(1)], [entryOf(deleteOf(rowOf(1)))]);
    expect(rows).toMatchObject([{ key: '10021/1/0', pending: { effect: 'delete', state: 'queued' } }]);
    expect(total).toBe(100);
  });

  it('a write that took effect after the page was requested is applied even to an unpatched page', () => {
    const accepted = { ...rowOf(1, { canCOD: true, version: 2 }) };
    const edit = entryOf(updateOf(rowOf(1), { canCOD: true }), {
      state: 'applied',
      settledSeq: 6,
      accepted,
      acceptedVersion: 2,
    });
    expect(draw([rowOf(1)], [edit]).rows).toMatchObject([{ row: { canCOD: true, version: 2 }, pending: null }]);
    // A colleague's newer row.
    expect(draw([rowOf(1, { version: 3 })], [edit]).rows).toMatchObject([{ row: { canCOD: false, version: 3 } }]);
    const gone = entryOf(deleteOf(rowOf(1)), { state: 'applied', settledSeq: 7 });
    expect(draw([rowOf(1), rowOf(2)], [gone])).toMatchObject({ rows: [{ key: '10021/2/0' }], total: 99 });
    // A colleague has since added the record again.
    expect(draw([rowOf(1, { version: 3 })], [gone]).rows).toHaveLength(1);
  });

  it('a deletion followed by a creation keeps the row visible when the page drops it', () => {
    const gone = entryOf(deleteOf(rowOf(1)), { state: 'sending' });
    const again = entryOf(createOf(rowOf(1, { canCOD: true })), { after: gone.id });
    expect(draw([], [gone, again]).rows).toMatchObject([{ row: { canCOD: true }, pending: { effect: 'create' } }]);
  });

  it('pending creations that match the filters are shown on top of page 1, newest first, without shifting other pages (LIST-5)', () => {
    const added = [
      entryOf(createOf(rowOf(8))),
      entryOf(createOf(rowOf(9))),
      entryOf(createOf(rowOf(7, { channelId: 10022 }))),
    ];
    const first = draw([rowOf(1)], added);
    expect(first.rows.map(({ key }) => key)).toEqual(['10021/9/0', '10021/8/0', '10021/1/0']);
    expect(first).toMatchObject({ total: 100, extra: 2 });
    const second = draw([rowOf(1)], added, { page: 2 });
    expect(second.rows.map(({ key }) => key)).toEqual(['10021/1/0']);
    expect(second).toMatchObject({ total: 100, extra: 0 });
  });

  it('a creation that is already on the page is shown and counted only once', () => {
    const sent = entryOf(createOf(rowOf(1)), { state: 'sending' });
    const { rows, total } = draw([rowOf(1, { version: 1 })], [sent]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.pending).toMatchObject({ effect: 'create', state: 'sending' });
    expect(total).toBe(100);
  });

  it('a creation applied after the page was requested stays visible without a mark, but an earlier one does not', () => {
    const applied = (settledSeq: number) =>
      entryOf(createOf(rowOf(8)), { state: 'applied', settledSeq, accepted: { ...rowOf(8), version: 1 } });
    const late = draw([rowOf(1)], [applied(6)]);
    expect(late.rows[0]).toMatchObject({ key: '10021/8/0', pending: null });
    expect(late).toMatchObject({ total: 100, extra: 1 });
    expect(draw([rowOf(1)], [applied(5)]).rows).toHaveLength(1);
  });

  it('a creation whose response arrived after the record was deleted is not shown', () => {
    const sent = entryOf(createOf(rowOf(8)), { state: 'sending' });
    const outcome = { kind: 'ok' as const, data: { ...rowOf(8), version: 1 }, outdated: true as const };
    const applied = { ...reduceEntry(sent, { type: 'answered', outcome, at: 9 }), settledSeq: 6 };
    expect(draw([rowOf(1)], [applied])).toMatchObject({ rows: [{ key: '10021/1/0' }], extra: 0 });
  });

  it('a creation that was applied and then deleted since the request is not shown', () => {
    const created = entryOf(createOf(rowOf(8)), { state: 'applied', settledSeq: 6, accepted: { ...rowOf(8) } });
    const deleted = entryOf(deleteOf(rowOf(8)), { state: 'applied', settledSeq: 7 });
    expect(draw([rowOf(1)], [created, deleted])).toMatchObject({ total: 100, rows: [{ key: '10021/1/0' }] });
  });

  it("a record's writes are combined, and the one that needs a decision determines the mark", () => {
    const first = entryOf(updateOf(rowOf(1), { canCOD: true }), {
      state: 'conflict',
      problem: { ...refused, kind: 'conflict' },
    });
    const then = entryOf(updateOf(rowOf(1, { canCOD: true }), { canPickup: true }), { after: first.id });
    expect(draw([rowOf(1)], [first, then]).rows[0]).toMatchObject({
      row: { canCOD: true, canPickup: true },
      pending: { entryId: first.id, state: 'conflict' },
    });
  });

  it('an edit of a newly added row is applied to the displayed row', () => {
    const added = entryOf(createOf(rowOf(8)));
    const edit = entryOf(updateOf(rowOf(8), { canCOD: true }), { after: added.id });
    expect(draw([], [added, edit]).rows[0]).toMatchObject({ row: { canCOD: true }, pending: { effect: 'update' } });
  });

  it('an edit of a newly added row is still displayed after it took effect', () => {
    const add = entryOf(createOf(rowOf(7)), {
      state: 'applied',
      settledSeq: 6,
      accepted: { ...rowOf(7, { version: 1 }) },
    });
    const edited = { ...rowOf(7, { canPickup: true, version: 2 }) };
    const edit = entryOf(updateOf(rowOf(7), { canPickup: true }), {
      state: 'applied',
      settledSeq: 7,
      accepted: edited,
    });
    expect(draw([], [add, edit]).rows).toMatchObject([{ row: { canPickup: true, version: 2 }, pending: null }]);
    expect(draw([], [edit]).rows).toEqual([]);
    // A colleague's row that is newer than both.
    const newer = rowOf(7, { version: 3 });
    expect(draw([newer], [add, edit]).rows).toMatchObject([{ row: { canPickup: false, version: 3 } }]);
  });

  it('a row that was added, deleted and added again shows its latest values', () => {
    const add = entryOf(createOf(rowOf(7)), { state: 'applied', settledSeq: 6, accepted: { ...rowOf(7) } });
    const gone = entryOf(deleteOf(rowOf(7)), { state: 'applied', settledSeq: 7 });
    const again = entryOf(createOf(rowOf(7, { canCOD: true })));
    expect(draw([], [add, gone, again]).rows).toMatchObject([
      { row: { canCOD: true }, pending: { entryId: again.id } },
    ]);
  });

  it('if a colleague deleted an edited record, its row stays visible but uncounted until the person decides', () => {
    const theirs = { row: null, version: null, updatedBy: '', updatedAt: 0, fields: [] };
    const edit = entryOf(updateOf(rowOf(8), { canCOD: true }), { state: 'conflict', theirs });
    expect(draw([rowOf(1)], [edit])).toMatchObject({
      total: 100,
      rows: [{ key: '10021/8/0', row: { canCOD: true }, pending: { state: 'conflict' } }, { key: '10021/1/0' }],
    });
  });

  it('a refused creation stays on top and shows its reason', () => {
    const added = entryOf(createOf(rowOf(8)), { state: 'refused', problem: refused });
    expect(draw([], [added]).rows[0]).toMatchObject({ pending: { effect: 'create', state: 'refused', message: 'no' } });
  });
});
