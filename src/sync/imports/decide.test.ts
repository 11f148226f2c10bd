import { expect, it } from 'vitest';
import type { QueuedImport } from './db.ts';
import { decide } from './decide.ts';

const reviewed = (total: number): QueuedImport =>
  ({
    state: 'review',
    since: 'c1',
    leave: ['old'],
    callKey: 'k1',
    files: [{ name: 'a.csv', complete: true }],
    receipt: { review: { total, rows: [{ key: 'a' }, { key: 'b' }], since: 'c2' } },
  }) as unknown as QueuedImport;

it('the records listed in a review are skipped, or everything others changed if the review lists only the first records', () => {
  const few = reviewed(2);
  decide(few, 'leave', 'k2');
  expect(few).toMatchObject({
    state: 'waiting',
    since: 'c1',
    leave: ['old', 'a', 'b'],
    callKey: 'k1.k2',
    receipt: null,
  });
  expect(few.leaveTheirs).toBeUndefined();
  const many = reviewed(1200);
  decide(many, 'leave', 'k2');
  expect(many).toMatchObject({ state: 'waiting', since: 'c1', leave: ['old'], leaveTheirs: true });
  Object.assign(many, { state: 'review', receipt: reviewed(1200).receipt });
  decide(many, 'over', 'k3');
  expect(many).toMatchObject({ since: 'c2', leaveTheirs: false });
});

it('retrying a failed import uploads its files again, while a decision about an import in progress has no effect', () => {
  const failed = { ...reviewed(0), state: 'failed' as const };
  decide(failed, 'retry', 'k2');
  expect(failed.files[0]?.complete).toBe(false);
  const moving = { ...reviewed(2), state: 'applying' as const };
  decide(moving, 'over', 'k2');
  expect(moving).toMatchObject({ state: 'applying', since: 'c1', callKey: 'k1' });
});
