import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DraftsDb, withDrafts } from '../drafts/db.ts';
import { draftsName, importsName, outboxName } from '../storage/databaseNames.ts';
import { ImportsDb, SINCE, type QueuedImport } from '../imports/db.ts';
import { openMirror } from '../mirror/db.ts';
import { DexieOutbox } from '../outbox/dexieStore.ts';
import { enqueue } from '../outbox/store.ts';
import { anyone, FakeLocks, platformLocks, settle } from '../testing/fakeEnv.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import { devicesData, draftsOf, forgetOthers, forgetUser, lastOf, undecidedOf, unsentOf } from './userData.ts';
import { isThere } from '../storage/lockedDb.ts';

const closing: (() => void)[] = [];
let userId = 4000;

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: platformLocks(new FakeLocks()) });
  userId += 1;
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllGlobals();
});

function tab() {
  const outbox = new DexieOutbox(userId, 'strict');
  closing.push(() => outbox.close());
  return outbox;
}
const edit = (n: number) => updateOf(rowOf(n), { canCOD: true });
const ids = async (outbox: DexieOutbox) => (await outbox.open()).map(({ id }) => id);

const importOf = (id: string, state: QueuedImport['state'], more: Partial<QueuedImport> = {}) =>
  ({
    id,
    state,
    files: [{ name: 'a.csv', size: 1, blob: null, url: null, sent: 0, complete: false }],
    ...more,
  }) as never;

describe("signing out removes a person's stored data but never a write (SW1, OB6)", () => {
  it('OB6: a write that another tab queues at any moment during the sign-out survives', async () => {
    for (let turns = 0; turns < 60; turns++) {
      userId += 1;
      const other = tab();
      await enqueue(other, edit(1), { id: 'before', at: 1 });
      const gone = forgetUser(userId, await lastOf(userId), 2);
      await settle(turns);
      await enqueue(other, edit(2), { id: 'meanwhile', at: 3 });
      await gone;
      other.close();
      await settle();
      const after = tab();
      expect(await ids(after), `after ${turns} turns`).toEqual(['meanwhile']);
      after.close();
    }
  });

  it('OB6: a write survives even if its tab opens the outbox during the sign-out', async () => {
    for (let turns = 0; turns < 60; turns++) {
      userId += 1;
      const first = tab();
      await enqueue(first, edit(1), { id: 'before', at: 1 });
      first.close();
      const gone = forgetUser(userId, { writes: 1, imports: 0 }, 2);
      await settle(turns);
      const other = tab();
      await enqueue(other, edit(2), { id: 'meanwhile', at: 3 });
      await gone;
      expect(await ids(other), `after ${turns} turns`).toEqual(['meanwhile']);
      other.close();
    }
  });

  it('OB6: an import queued during the sign-out also survives', async () => {
    for (let turns = 0; turns < 60; turns++) {
      userId += 1;
      const other = new ImportsDb(userId, anyone);
      await other.queue.add(importOf('before', 'waiting'));
      const gone = forgetUser(userId, await lastOf(userId), 2);
      await settle(turns);
      await other.queue.add(importOf('meanwhile', 'waiting'));
      await gone;
      other.close();
      await settle();
      const after = new ImportsDb(userId, anyone);
      const open = (await after.queue.toArray()).filter(({ state }) => state === 'waiting');
      expect(
        open.map(({ id }) => id),
        `after ${turns} turns`,
      ).toEqual(['meanwhile']);
      after.close();
    }
  });

  it('a frozen tab blocks nothing: the outbox is emptied, the next tab can write immediately, and the rest is removed after the thaw', async () => {
    const frozen = tab();
    await enqueue(frozen, edit(1), { id: 'given up', at: 1 });
    const mirror = await openMirror(userId, anyone);
    // Messages do not reach this tab.
    for (const db of [frozen.db, mirror]) {
      const connection = db.backendDB();
      connection.onversionchange = null;
    }
    const fence = await frozen.counter('fence');
    await forgetUser(userId, await lastOf(userId), 2);
    expect(await unsentOf(userId)).toBe(0);
    expect(await isThere(outboxName(userId))).toBe(true);
    expect(await frozen.db.entries.count()).toBe(0);
    // A frozen sender with this fence finds itself replaced when it thaws (OB2).
    expect(await frozen.counter('fence')).toBeGreaterThan(fence);

    const next = tab();
    await enqueue(next, edit(2), { id: 'next', at: 3 });
    expect(await ids(next)).toEqual(['next']);
    next.close();
    frozen.close();
    mirror.close();
    await forgetUser(userId, { writes: 99, imports: 0 }, 4);
    expect(await isThere(outboxName(userId))).toBe(false);
  });

  it('unsent data that a person kept on sign-out cannot be opened by a late tab, and survives it (MR4, OB6)', async () => {
    const theirs = new ImportsDb(userId, anyone);
    await theirs.queue.add(importOf('kept', 'refused'));
    theirs.close();
    const late = new ImportsDb(userId, async () => false);
    await expect(late.queue.add(importOf('late', 'waiting'))).rejects.toThrow('Nobody is signed in');
    await settle();
    expect([await unsentOf(userId), await undecidedOf(userId)]).toEqual([1, 1]);
    // A database that was created only by the late tab is not left behind (SW1).
    userId += 1;
    await expect(new ImportsDb(userId, async () => false).queue.count()).rejects.toThrow('Nobody is signed in');
    await expect.poll(() => isThere(importsName(userId))).toBe(false);
  });
});

it('unfinished imports and bulk changes are counted apart, and those that wait for a decision', async () => {
  const none = { imports: 0, bulks: 0 };
  expect(await devicesData.importsOf(userId)).toEqual({ open: none, undecided: none });
  const imports = new ImportsDb(userId, anyone);
  const bulk = { bulk: { set: null, action: null } };
  await imports.queue.bulkAdd([
    importOf('a', 'waiting'),
    importOf('b', 'refused'),
    importOf('c', 'applied'),
    importOf('d', 'uploading', bulk),
    importOf('e', 'failed', bulk),
    importOf('f', 'review', bulk),
    importOf('g', 'discarded', bulk),
  ]);
  imports.close();
  expect(await devicesData.importsOf(userId)).toEqual({
    open: { imports: 2, bulks: 3 },
    undecided: { imports: 1, bulks: 2 },
  });
});

describe('forms and imports in progress', () => {
  const begin = async () => {
    await withDrafts(userId, db => db.drafts.put({ key: 'ID/form#1', changes: { canCOD: true }, at: 1 }));
    const imports = new ImportsDb(userId, anyone);
    const draft = { files: [], sheets: {}, fixes: [], at: 1 };
    // Corrections made after a draft's files were stored do not count as a separate draft.
    await imports.drafts.bulkPut([
      { ...draft, key: 'ID/channelLocation' },
      { ...draft, key: `ID/channelLocation${SINCE}` },
    ]);
    imports.close();
  };

  it('started forms are counted, and kept until the person discards them, even if someone else signs in (MR4)', async () => {
    await begin();
    expect([await draftsOf(userId), await unsentOf(userId)]).toEqual([{ forms: 1, imports: 1 }, 0]);
    await forgetUser(userId, null, 2);
    await forgetOthers(userId + 500);
    expect(await draftsOf(userId)).toEqual({ forms: 1, imports: 1 });
    await forgetUser(userId, await lastOf(userId), 3);
    expect(await draftsOf(userId)).toEqual({ forms: 0, imports: 0 });
    await expect.poll(() => isThere(draftsName(userId))).toBe(false);
    await expect.poll(() => isThere(importsName(userId))).toBe(false);
  });

  it("a late tab neither opens nor removes a signed-out person's started forms", async () => {
    await begin();
    const late = new DraftsDb(userId, async () => false);
    await expect(late.drafts.count()).rejects.toThrow('Nobody is signed in');
    await settle();
    expect(await draftsOf(userId)).toEqual({ forms: 1, imports: 1 });
  });
});

describe('checking whether a database exists', () => {
  it('the check never removes a database created at the same moment, whether or not the browser can list databases', async () => {
    const { indexedDB } = Dexie.dependencies;
    const unlisted = { open: indexedDB.open.bind(indexedDB), deleteDatabase: indexedDB.deleteDatabase.bind(indexedDB) };
    for (const factory of [indexedDB, unlisted]) {
      userId += 1;
      Dexie.dependencies.indexedDB = factory as IDBFactory;
      try {
        expect(await isThere(outboxName(userId))).toBe(false);
        const looks = [isThere(outboxName(userId)), isThere(outboxName(userId))];
        const outbox = tab();
        await enqueue(outbox, edit(1), { id: 'first', at: 1 });
        await Promise.all(looks);
        await settle();
        expect(await ids(outbox)).toEqual(['first']);
        outbox.close();
        await settle();
        expect(await isThere(outboxName(userId))).toBe(true);
        expect(await unsentOf(userId)).toBe(1);
      } finally {
        Dexie.dependencies.indexedDB = indexedDB;
      }
    }
  });
});
