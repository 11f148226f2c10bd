import { expect, it } from 'vitest';
import { broughtTo } from './brought.ts';
import type { QueuedImport, QueuedState } from './db.ts';

/** What the imports that wait on a device bring to a list (imports/brought). */

const queued = (state: QueuedState, brings: readonly number[] | null, more: Partial<QueuedImport> = {}) =>
  ({ entity: 'ID', importId: 'shopGroup', state, ...(brings && { brings }), ...more }) as QueuedImport;
const brought = async (...rows: QueuedImport[]) => {
  const { values, isWhole } = await broughtTo({ toArray: (async () => rows) as never }, 'ID', 'shopGroups');
  return [[...values], isWhole];
};

it.each<[QueuedState, readonly number[]]>([
  ['waiting', [7]],
  ['uploading', [7]],
  ['applying', [7]],
  ['review', [7]],
  ['failed', [7]],
  ['applied', [7]],
  ['refused', []],
  ['discarded', []],
])('an import that is %s brings the groups %j', async (state, expected) => {
  expect(await brought(queued(state, [7]))).toEqual([expected, true]);
});

it('an import of another list or country, and a bulk change, bring nothing', async () => {
  const rows = [
    queued('waiting', [1], { importId: 'shop' }),
    queued('waiting', [2], { entity: 'MY' }),
    queued('waiting', null, { bulk: { set: { status: 1 }, action: null } }),
  ];
  expect(await brought(...rows)).toEqual([[], true]);
});

it('an import that does not say what it brings may bring anything, until it is applied', async () => {
  expect(await brought(queued('waiting', null), queued('waiting', [7]))).toEqual([[7], false]);
  expect(await brought(queued('applied', null))).toEqual([[], true]);
});
