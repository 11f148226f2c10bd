import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { awaitingImports, type Awaiting } from './awaited.ts';
import { ImportsDb, type QueuedImport, type QueuedState } from './db.ts';

/** Which writes wait for an import of their device (imports/awaited). */

const PERSON = 7;
const owns = async () => true;
let db: ImportsDb | null = null;
afterEach(async () => {
  await db?.delete();
  db = null;
});

const GROUP: Awaiting = { id: 'w1', entity: 'ID', awaits: [{ collection: 'shopGroups', value: 77 }] };
const queued = (more: Partial<QueuedImport>): QueuedImport =>
  ({
    id: crypto.randomUUID(),
    entity: 'ID',
    importId: 'shopGroup',
    state: 'waiting',
    brings: [76, 77],
    ...more,
  }) as QueuedImport;
const waiting = async (imports: readonly QueuedImport[], entries: readonly Awaiting[] = [GROUP]) => {
  db = new ImportsDb(PERSON, owns);
  await db.queue.bulkAdd([...imports]);
  return [...(await awaitingImports(PERSON, owns, entries))];
};

it.each<[QueuedState, boolean]>([
  ['waiting', true],
  ['uploading', true],
  ['applying', true],
  ['review', true],
  ['failed', true],
  ['refused', false],
  ['applied', false],
  ['discarded', false],
])('a write that refers to a group of an import that is %s waits for it: %s', async (state, expected) => {
  expect(await waiting([queued({ state })])).toEqual(expected ? ['w1'] : []);
});

it('an import of other groups, of another list or of another country holds nothing, and neither does a bulk change', async () => {
  const others = [
    queued({ brings: [76, 78] }),
    queued({ importId: 'shop' }),
    queued({ entity: 'MY' }),
    queued({ brings: null, bulk: { set: { status: 1 }, action: null } }),
  ];
  expect(await waiting(others)).toEqual([]);
});

it('an import with too many rows to know what it brings holds every write that refers to its list', async () => {
  const others: Awaiting[] = [
    { id: 'w2', entity: 'ID', awaits: [{ collection: 'shopTypes', value: 'MALL' }] },
    { id: 'w3', entity: 'MY', awaits: GROUP.awaits ?? [] },
    { id: 'w4', entity: 'ID' },
  ];
  expect(await waiting([queued({ brings: null })], [GROUP, ...others])).toEqual(['w1']);
});

it('nothing waits on a device without imports', async () => {
  expect([...(await awaitingImports(8, owns, [GROUP]))]).toEqual([]);
});
