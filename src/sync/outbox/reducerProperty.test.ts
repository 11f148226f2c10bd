import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryOf } from '../testing/entries.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import type { Outcome, Row } from '../types.ts';
import { isPaused, isOpen, type StoredEntry } from './entry.ts';
import { reduceEntry, type EntryEvent } from './reducer.ts';

const conflict = (current: Row | null): Outcome => ({
  kind: 'conflict',
  status: 409,
  message: 'Changed',
  current,
  currentVersion: (current?.['version'] as number | undefined) ?? null,
});

const entry = (): StoredEntry => entryOf(updateOf(rowOf(1), { canCOD: true }));

describe('property: random sequences of events for an entry', () => {
  const row = rowOf(1);
  const outcome = fc.constantFrom<Outcome>(
    { kind: 'ok', data: { version: 2 } },
    conflict({ ...row, canPickup: true, version: 7 }),
    conflict({ ...row, canCOD: 'limited', version: 8 }),
    conflict(null),
    { kind: 'noNetwork', reason: 'unreachable' },
    { kind: 'signedOut', message: '' },
    { kind: 'refused', status: 422, retcode: 422, message: 'no' },
  );
  const event: fc.Arbitrary<EntryEvent> = fc.oneof(
    fc.constantFrom<EntryEvent>(
      { type: 'taken', fence: 3, at: 1 },
      { type: 'recovered' },
      { type: 'retried' },
      { type: 'late', message: 'too late' },
      { type: 'resent', changes: { canCOD: false } },
      { type: 'discarded', reason: 'x', at: 9 },
      { type: 'undone', at: 9, madeHere: true },
      { type: 'resolved', choice: { canCOD: 'mine', record: 'mine' }, at: 9 },
      { type: 'resolved', choice: {}, at: 9 },
      { type: 'paused', hold: { verdict: 'safe', row: null, version: 1 } },
      { type: 'paused', hold: { verdict: 'gone', row: null, version: null } },
      { type: 'paused', hold: { verdict: 'changed', row: { ...row, canPickup: true, version: 4 }, version: 4 } },
      { type: 'released' },
      { type: 'faced', at: 9 },
      { type: 'seen', version: 2, at: 9 },
    ),
    fc.record({ type: fc.constant('answered' as const), outcome, at: fc.constant(9) }),
  );
  const ended = (one: StoredEntry) => !isOpen(one);

  it('settled states are final, only queued entries are paused, no paused entry is claimed, and settled entries have a time', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), events => {
        let now = entry();
        for (const each of events) {
          const next = reduceEntry(now, each);
          const rules = [
            // A settled state is final; only the feed's confirmation may follow.
            !ended(now) || next.state === now.state,
            !next.hold || next.state === 'queued' || next.state === 'discarded',
            !isPaused(now) || next.state !== 'sending',
            !ended(next) || next.settledAt !== null,
            next.id === now.id && next.fence >= now.fence,
          ];
          expect(rules).not.toContain(false);
          now = next;
        }
      }),
      { numRuns: 500 },
    );
  });
});
