import { describe, expect, it } from 'vitest';
import type { EntryState, PreflightFinding, Outcome } from '../types.ts';
import { entryOf } from '../testing/entries.ts';
import { createOf, deleteOf, rowOf, updateOf } from '../testing/writes.ts';
import type { SupportFlags } from '../../domain/serviceable.ts';
import { isSeen, keyOf, type StoredEntry } from './entry.ts';
import { reduceEntry, reduceRecord, type EntryEvent } from './reducer.ts';

const entry = (write = updateOf(rowOf(1), { canCOD: true }), part: Partial<StoredEntry> = {}): StoredEntry =>
  entryOf(write, part);
const answered = (outcome: Outcome): EntryEvent => ({ type: 'answered', outcome, at: 9 });
const ok = (data: unknown): Outcome => ({ kind: 'ok', data });
const conflict = (current: Record<string, unknown> | null): Outcome => ({
  kind: 'conflict',
  status: 409,
  message: 'Changed',
  current,
  currentVersion: (current?.['version'] as number | undefined) ?? null,
});

describe('the state machine of an outbox entry', () => {
  const EVENTS: Record<string, EntryEvent> = {
    taken: { type: 'taken', fence: 3 },
    recovered: { type: 'recovered' },
    ok: answered(ok({ version: 2 })),
    noNetwork: answered({ kind: 'noNetwork', reason: 'unreachable' }),
    retryLater: answered({ kind: 'retryLater', status: 503, message: 'busy', afterMillis: null }),
    signedOut: answered({ kind: 'signedOut', message: 'You are not logged in.' }),
    refused: answered({ kind: 'refused', status: 422, retcode: 422, message: 'no' }),
    keyUsed: answered({ kind: 'keyUsed', message: 'used', reply: { ...rowOf(1), canCOD: false, version: 2 } }),
    retried: { type: 'retried' },
    late: { type: 'late', message: 'too late' },
    resent: { type: 'resent', changes: { canCOD: false } },
    discarded: { type: 'discarded', reason: 'wrong', at: 9 },
    resolvedMine: { type: 'resolved', choice: { canCOD: 'mine' }, at: 9 },
    resolvedTheirs: { type: 'resolved', choice: { canCOD: 'theirs' }, at: 9 },
    undone: { type: 'undone', at: 9, madeHere: true },
    held: { type: 'paused', hold: { verdict: 'safe', row: null, version: 1 } },
    released: { type: 'released' },
    faced: { type: 'faced', at: 9 },
    seen: { type: 'seen', version: 2, at: 9 },
  };
  const ends = Object.fromEntries(Object.keys(EVENTS).map(name => [name, null]));
  const TABLE: Record<EntryState, Record<string, EntryState | null>> = {
    queued: { ...ends, taken: 'sending', late: 'refused', discarded: 'discarded', undone: 'discarded', held: 'queued' },
    sending: {
      ...ends,
      recovered: 'queued',
      ok: 'applied',
      noNetwork: 'queued',
      retryLater: 'queued',
      signedOut: 'queued',
      refused: 'refused',
      keyUsed: 'queued',
    },
    refused: { ...ends, retried: 'queued', resent: 'queued', discarded: 'discarded' },
    conflict: { ...ends, discarded: 'discarded', resolvedMine: 'queued', resolvedTheirs: 'discarded' },
    applied: ends,
    merged: ends,
    discarded: ends,
  };
  const theirs = {
    row: { ...rowOf(1), canCOD: false, version: 5 },
    version: 5,
    updatedBy: 'b@x',
    updatedAt: 1,
    fields: [{ field: 'canCOD', base: false, mine: true, theirs: false }],
  };
  for (const [from, row] of Object.entries(TABLE)) {
    for (const [name, to] of Object.entries(row)) {
      it(`${from} + ${name} -> ${to ?? 'nothing'}`, () => {
        const before = entry(undefined, { state: from as EntryState, theirs: from === 'conflict' ? theirs : null });
        const after = reduceEntry(before, EVENTS[name] as EntryEvent);
        expect({ state: after.state, same: after === before }).toEqual({ state: to ?? from, same: to === null });
      });
    }
  }

  describe('paused entries', () => {
    const base = rowOf(1, { version: 4 });
    const stale = (row: Record<string, unknown> | null): PreflightFinding =>
      row ? { verdict: 'changed', row, version: 5 } : { verdict: 'gone', row: null, version: null };
    const held = (hold: PreflightFinding, write = updateOf(base, { canCOD: true })) => entry(write, { hold });
    const face = (before: StoredEntry) => reduceEntry(before, { type: 'faced', at: 9 });

    it.each(['taken', 'recovered', 'ok', 'resent', 'resolvedMine', 'seen'])(
      'the event %s does not affect a paused entry',
      name => {
        const before = held(stale(null));
        expect(reduceEntry(before, EVENTS[name] as EntryEvent)).toBe(before);
      },
    );
    it('a paused entry can be undone, discarded or released, and a new check replaces its finding', () => {
      const before = held(stale(null));
      expect(reduceEntry(before, EVENTS['undone'] as EntryEvent).state).toBe('discarded');
      expect(reduceEntry(before, EVENTS['discarded'] as EntryEvent).state).toBe('discarded');
      const go = reduceEntry(before, { type: 'released' });
      expect(go).toMatchObject({ state: 'queued', hold: null });
      expect(reduceEntry(go, EVENTS['taken'] as EntryEvent).state).toBe('sending');
      expect(reduceEntry(before, EVENTS['held'] as EntryEvent).hold).toMatchObject({ verdict: 'safe' });
    });
    it('reviewing a paused entry turns an overlap or a missing record into a conflict and sends nothing', () => {
      expect(face(held(stale({ ...base, canCOD: 'limited', version: 5, updatedBy: 'b@x' })))).toMatchObject({
        state: 'conflict',
        attempts: 0,
        hold: null,
        theirs: { version: 5, updatedBy: 'b@x', fields: [{ field: 'canCOD', mine: true }] },
      });
      expect(face(held(stale(null)))).toMatchObject({ state: 'conflict', hold: null, theirs: { row: null } });
    });
    it('reviewing a paused entry merges changes to other fields and keeps it paused as safe, while equal values settle it', () => {
      const merged = face(held(stale({ ...base, canPickup: true, version: 5 })));
      expect(merged).toMatchObject({ state: 'queued', baseVersion: 5, rebased: true, hold: { verdict: 'safe' } });
      expect(merged.input).toMatchObject({ canCOD: true, canPickup: true });
      expect(face(held(stale({ ...base, canCOD: true, version: 5 })))).toMatchObject({ state: 'merged' });
    });
    it('reviewing a paused entry has no effect if it is safe or a permission is missing', () => {
      for (const verdict of ['safe', 'denied'] as const) {
        const before = held({ verdict, row: null, version: null });
        expect(face(before)).toBe(before);
      }
    });
  });

  it('an entry settles as seen if its record was deleted before its response was repeated', () => {
    const late = (kind: Partial<Outcome>) =>
      reduceEntry(entry(undefined, { state: 'sending' }), answered({ ...ok({ version: 2 }), ...kind } as Outcome));
    expect(isSeen(late({}))).toBe(false);
    expect(late({ outdated: true })).toMatchObject({ state: 'applied', outdated: true });
    expect(isSeen(late({ outdated: true }))).toBe(true);
  });

  it('OB7: a delay requested by the server can only shrink, and is removed when it ends', () => {
    const busy = answered({ kind: 'retryLater', status: 429, message: 'busy', afterMillis: 60_000 });
    const waiting = reduceEntry(entry(undefined, { state: 'sending' }), busy);
    const later = reduceEntry(waiting, { type: 'waited', afterMillis: 40_000 });
    expect(later).toEqual({ ...waiting, problem: { ...waiting.problem, afterMillis: 40_000 } });
    expect(reduceEntry(later, { type: 'waited', afterMillis: 50_000 })).toBe(later);
    const lifted = reduceEntry(later, { type: 'retried' });
    expect(reduceEntry(lifted, { type: 'waited', afterMillis: 1 })).toBe(lifted);
    const taken = reduceEntry(later, EVENTS['taken'] as EntryEvent);
    expect(reduceEntry(taken, { type: 'waited', afterMillis: 1 })).toBe(taken);
  });

  it('receipts contain the time of sending and the newest version of the record delivered by the feed', () => {
    const sent = reduceEntry(entry(), { type: 'taken', fence: 1, at: 77 });
    expect(sent).toMatchObject({ state: 'sending', sentAt: 77 });
    const done = reduceEntry(sent, EVENTS['ok'] as EntryEvent);
    const seen = reduceEntry(done, { type: 'seen', version: 2, at: 88 });
    expect(seen).toMatchObject({ state: 'applied', seen: { version: 2, at: 88 } });
    expect(reduceEntry(seen, { type: 'seen', version: 1, at: 99 })).toBe(seen);
  });

  it('OB7: a 401 does not count as an attempt, while a lost network or a refusal does', () => {
    const sending = () => entry(undefined, { state: 'sending' });
    expect(reduceEntry(sending(), EVENTS['signedOut'] as EntryEvent)).toMatchObject({
      attempts: 0,
      problem: { kind: 'signedOut', status: 401 },
    });
    expect(reduceEntry(sending(), EVENTS['noNetwork'] as EntryEvent)).toMatchObject({ attempts: 1 });
    expect(reduceEntry(sending(), EVENTS['refused'] as EntryEvent)).toMatchObject({
      attempts: 1,
      problem: { kind: 'refused', status: 422, message: 'no' },
    });
  });

  it('OB6: a write that a sender has claimed can only be discarded, not undone', () => {
    const seen = entry(undefined, { fence: 2 });
    expect(reduceEntry(seen, EVENTS['undone'] as EntryEvent)).toBe(seen);
    expect(reduceEntry(seen, EVENTS['discarded'] as EntryEvent).state).toBe('discarded');
  });
});

describe('OB3: an entry edited after its key had taken effect', () => {
  const former = rowOf(1, { canCOD: true, version: 5 });
  const used = (reply: Record<string, unknown> | null) => answered({ kind: 'keyUsed', message: 'used', reply });
  const edited = (write: ReturnType<typeof updateOf>, changes: Partial<SupportFlags>) => {
    const refused = entry(write, { state: 'refused' });
    return { ...reduceEntry(refused, { type: 'resent', changes }), state: 'sending' as const };
  };

  it('the edit is repeated on the row after the first input, under a new key', () => {
    const sending = edited(updateOf(rowOf(1, { version: 4 }), { canCOD: true }), { canCOD: false, canPickup: true });
    const next = reduceEntry(sending, used(former));
    expect(next).toMatchObject({ state: 'queued', effect: 'update', baseVersion: 5, base: former, rebased: false });
    expect(next.changes).toEqual({ canCOD: false, canPickup: true });
    expect([keyOf(sending), keyOf(next)]).toEqual([sending.id, `${sending.id}.1`]);
  });

  it('an edited creation becomes an edit of the record it created', () => {
    const next = reduceEntry(edited(createOf(rowOf(1)), { canCOD: true }), used(rowOf(1, { version: 1 })));
    expect(next).toMatchObject({ state: 'queued', effect: 'update', callId: 'channelLocation.update', baseVersion: 1 });
    expect(next.changes).toEqual({ canCOD: true });
  });

  it("a colleague's change to other fields is kept, even if the record of the merge was lost (OB8)", () => {
    const sending = entry(updateOf(rowOf(1, { version: 4 }), { canPickup: true }), { state: 'sending' });
    const merged = rowOf(1, { canPickup: true, canCODPickup: true, version: 6 });
    expect(reduceEntry(sending, used(merged))).toMatchObject({ state: 'applied', acceptedVersion: 6 });
    const both = edited(updateOf(rowOf(1, { version: 4 }), { canPickup: true }), { canPickup: false, canCOD: true });
    const again = edited({ ...both, baseVersion: 4 }, { canDeliver: false });
    for (const one of [both, { ...both, state: 'refused' as const }, again])
      expect(one.putBack ?? both.putBack).toEqual(['canPickup']);
    const next = reduceEntry(both, used(merged));
    expect(next.changes).toEqual({ canPickup: false, canCOD: true });
    expect(next.input).toMatchObject({ canCODPickup: true, canPickup: false });
  });

  it('the edit is not sent again if its value is already set', () => {
    const sending = edited(updateOf(rowOf(1, { version: 4 }), { canPickup: true }), { canPickup: false, canCOD: true });
    expect(reduceEntry(sending, used(former))).toMatchObject({ state: 'applied', acceptedVersion: 5 });
  });
});

describe('OB8: a write with a stale base', () => {
  const base = rowOf(1, { version: 4 });
  const sending = (write = updateOf(base, { canCOD: true })) => entry(write, { state: 'sending' });

  it("if other fields changed, the entry is rebased on the colleague's row, resent, and settles as merged", () => {
    const moved = reduceEntry(sending(), answered(conflict({ ...base, canPickup: true, version: 5 })));
    expect(moved).toMatchObject({ state: 'queued', baseVersion: 5, rebased: true, problem: null });
    expect(moved.input).toMatchObject({ canCOD: true, canPickup: true });
    const done = reduceEntry({ ...moved, state: 'sending' }, answered(ok({ version: 6 })));
    expect(done).toMatchObject({ state: 'merged', acceptedVersion: 6 });
  });

  it('if both changed a field differently, the conflict shows base, mine and theirs, and who changed it when', () => {
    const write = updateOf(base, { canDeliver: false });
    const stale = conflict({ ...base, canDeliver: 'limited', version: 5, updatedBy: 'b@x', updatedAt: 77 });
    expect(reduceEntry(sending(write), answered(stale))).toMatchObject({
      state: 'conflict',
      theirs: {
        version: 5,
        updatedBy: 'b@x',
        updatedAt: 77,
        fields: [{ field: 'canDeliver', base: true, mine: false, theirs: 'limited' }],
      },
    });
  });

  it('editing a deleted record is a conflict that shows who deleted it and when, if the server says so', () => {
    const gone = { by: 'b@x', at: 77 };
    const stale = { ...conflict(null), gone } as Outcome;
    expect(reduceEntry(sending(), answered(stale)).theirs).toMatchObject({
      row: null,
      updatedBy: 'b@x',
      updatedAt: 77,
    });
    expect(reduceEntry(sending(), answered(conflict(null))).theirs).toMatchObject({ updatedBy: '', updatedAt: 0 });
  });

  it('if a colleague made the same change, nothing is sent', () => {
    const same = reduceEntry(sending(), answered(conflict({ ...base, canCOD: true, version: 5 })));
    expect(same).toMatchObject({ state: 'merged', acceptedVersion: 5 });
  });

  it('updating a deleted record is a conflict, and choosing "mine" recreates it', () => {
    const stale = reduceEntry(sending(), answered(conflict(null)));
    expect(stale).toMatchObject({ state: 'conflict', theirs: { row: null } });
    const again = reduceEntry(stale, { type: 'resolved', choice: { record: 'mine' }, at: 1 });
    expect(again).toMatchObject({
      state: 'queued',
      effect: 'create',
      callId: 'channelLocation.add',
      baseVersion: null,
    });
    expect(again.input).toEqual({ ...updateOf(base, { canCOD: true }).input });
  });

  it('deleting a changed record is a conflict, while deleting a deleted record is not', () => {
    const stale = reduceEntry(sending(deleteOf(base)), answered(conflict({ ...base, canCOD: true, version: 5 })));
    expect(stale.theirs?.fields).toEqual([{ field: 'canCOD', base: false, mine: undefined, theirs: true }]);
    expect(reduceEntry(stale, { type: 'resolved', choice: { canCOD: 'mine' }, at: 1 })).toMatchObject({
      state: 'queued',
      baseVersion: 5,
    });
    expect(reduceEntry(sending(deleteOf(base)), answered(conflict(null))).state).toBe('merged');
  });

  it('creating an existing record is a conflict, and the chosen fields become an edit of it', () => {
    const mine = rowOf(1, { canCOD: true, canPickup: true });
    const stale = reduceEntry(sending(createOf(mine)), answered(conflict({ ...rowOf(1), version: 3 })));
    expect(stale.theirs?.fields.map(({ field }) => field)).toEqual(['canCOD', 'canPickup']);
    const edit = reduceEntry(stale, { type: 'resolved', choice: { canCOD: 'mine', canPickup: 'theirs' }, at: 1 });
    expect(edit).toMatchObject({ state: 'queued', effect: 'update', callId: 'channelLocation.update', baseVersion: 3 });
    expect(edit.changes).toEqual({ canCOD: true });
    expect(edit.input).toMatchObject({ canCOD: true, canPickup: false });
  });
});

describe("OB4: a record's entries are based on each other", () => {
  const base = rowOf(1, { version: 4 });
  const first = () => entry(updateOf(base, { canCOD: true }), { state: 'sending' });
  const second = (before: StoredEntry) => {
    const shown = rowOf(1, { ...(before.optimistic as object), version: 4 });
    return entry(updateOf(shown, { canPickup: true }), { after: before.id, baseVersion: null });
  };

  it('the accepted version and row are passed on to the next entry', () => {
    const a = first();
    const b = second(a);
    const [done, next] = reduceRecord(
      [a, b],
      a.id,
      answered(ok({ ...base, canCOD: true, canCODPickup: true, version: 5 })),
    );
    expect(done?.state).toBe('applied');
    expect(next).toMatchObject({ after: null, baseVersion: 5 });
    // A field that a colleague has meanwhile changed is not restored.
    expect(next?.input).toMatchObject({ canCOD: true, canPickup: true, canCODPickup: true });
  });

  it('discarding an entry removes its change from the entries after it', () => {
    const a = { ...first(), state: 'refused' as const };
    const b = second(a);
    const [, next] = reduceRecord([a, b], a.id, { type: 'discarded', reason: 'x', at: 1 });
    expect(next).toMatchObject({ after: null, baseVersion: 4, base, state: 'queued' });
    expect(next?.input).toMatchObject({ canCOD: false, canPickup: true });
  });

  it('discarding a creation leaves the decision about the entries after it to the person', () => {
    const a = entry(createOf(rowOf(1)), { state: 'refused' });
    const b = second(a);
    const [, next] = reduceRecord([a, b], a.id, { type: 'discarded', reason: 'x', at: 1 });
    expect(next).toMatchObject({ state: 'refused', after: null, problem: { kind: 'refused' } });
  });

  it('editing an entry changes what the entries after it display', () => {
    const a = { ...first(), state: 'refused' as const };
    const b = second(a);
    const changed = reduceRecord([a, b], a.id, { type: 'resent', changes: { canCOD: false } });
    expect(changed[1]?.optimistic).toMatchObject({ canCOD: false, canPickup: true });
    expect(changed[1]?.after).toBe(a.id);
  });

  it('a creation after a deletion is sent once the deletion is applied', () => {
    const a = entry(deleteOf(base), { state: 'sending' });
    const b = entry(createOf(rowOf(1)), { after: a.id });
    const [done, next] = reduceRecord([a, b], a.id, answered(ok(null)));
    expect(done).toMatchObject({ state: 'applied', accepted: null });
    expect(next).toMatchObject({ after: null, state: 'queued', effect: 'create' });
  });
});

describe('a stale write that needs no decision (OB8)', () => {
  const sending = (write: Parameters<typeof entry>[0]) => entry(write, { state: 'sending', fence: 1 });

  it("a deletion of a newer but equal record is resent with that record's version", () => {
    const seen = rowOf(1, { version: 3 });
    const now = reduceEntry(sending(deleteOf(seen)), answered(conflict({ ...seen, version: 5, updatedBy: 'c@x' })));
    expect(now).toMatchObject({ state: 'queued', baseVersion: 5, theirs: null });
    const changed = reduceEntry(sending(deleteOf(seen)), answered(conflict({ ...seen, version: 4, canCOD: true })));
    expect(changed).toMatchObject({ state: 'conflict', theirs: { fields: [{ field: 'canCOD' }] } });
  });

  it('creating a record that a colleague created with the same values is not a conflict', () => {
    const row = rowOf(1, { canDeliver: true });
    const there = { ...row, version: 1, updatedBy: 'c@x' };
    expect(reduceEntry(sending(createOf(row)), answered(conflict(there)))).toMatchObject({
      state: 'merged',
      accepted: there,
      acceptedVersion: 1,
    });
  });

  it('editing a refused write changes only what differs from its base', () => {
    const row = rowOf(1, { canDeliver: true });
    const refused = entry(updateOf(row, { canCOD: true }), { state: 'refused' });
    const flags = { canDeliver: true, canCOD: true, canPickup: true, canCODPickup: false };
    const now = reduceEntry(refused, { type: 'resent', changes: flags });
    expect(now.changes).toEqual({ canCOD: true, canPickup: true });
    expect(now.input).toMatchObject(flags);
  });
});
