import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserEnv } from '../storage/browserEnv.ts';
import type { Locks } from '../base/env.ts';
import { ImportsDb, type ImportDraft } from './db.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import type { Fix } from './fixes.ts';

const KEY = 'ID/channelLocation';
let db: ImportsDb;
beforeEach(() => {
  db = new ImportsDb(7, async () => true);
});
afterEach(async () => {
  db.close();
  await Dexie.delete('ops-imports-7');
});

/** The locks of a single browser. */
function browserLocks(): Locks {
  const held = new Set<string>();
  return {
    request: async (name, _, run) => {
      if (held.has(name)) return run(false);
      held.add(name);
      return run(true).finally(() => held.delete(name));
    },
  };
}

const tabs = (locks: Locks) => (): Drafts =>
  createDrafts({ env: { locks, clock: browserEnv().clock }, userId: 7, drafts: db.drafts }, KEY);
const draftOf = (name: string) => ({ files: [], sheets: { [name]: 1 }, fixes: [] });
const namesIn = async (tab: Drafts) => {
  const draft = await tab.load();
  return draft && Object.keys(draft.sheets);
};

it("a second tab starts a new draft and does not remove the first tab's", async () => {
  const open = tabs(browserLocks());
  const first = open();
  expect(await first.load()).toBeNull();
  await first.save(draftOf('one.xlsx'));
  const second = open();
  expect(await second.load()).toBeNull();
  await second.save(draftOf('two.xlsx'));
  await second.save(null);
  second.release();
  first.release();
  expect(await namesIn(open())).toEqual(['one.xlsx']);
});

it('a returning tab finds its own draft instead of an earlier free slot', async () => {
  const open = tabs(browserLocks());
  const first = open();
  await first.load();
  const second = open();
  await second.load();
  await second.save(draftOf('two.xlsx'));
  first.release();
  second.release();
  await Promise.resolve();
  expect(await namesIn(open())).toEqual(['two.xlsx']);
});

it('tabs beyond the maximum store no draft and do not affect the others', async () => {
  const open = tabs(browserLocks());
  const names: (readonly string[] | null)[] = [];
  for (let at = 0; at < 7; at++) {
    const tab = open();
    await tab.load();
    expect(await tab.save(draftOf(`${at}.xlsx`))).toBe(at < 5);
    names.push(await namesIn(tab));
  }
  expect(names).toEqual([...[0, 1, 2, 3, 4].map(at => [`${at}.xlsx`]), null, null]);
});

it('a reopened import uses its own slot, alongside an existing draft', async () => {
  const open = tabs(browserLocks());
  const first = open();
  await first.load();
  await first.save(draftOf('waiting.xlsx'));
  first.release();
  await Promise.resolve();
  const again = open();
  await again.claim();
  expect(await again.load()).toBeNull();
  await again.save(draftOf('again.xlsx'));
  expect(await namesIn(open())).toEqual(['waiting.xlsx']);
});

it('corrections are kept even if the browser can no longer store the selected file, because it was saved to disk again', async () => {
  const open = tabs(browserLocks());
  const file = new File(['a'], 'a.csv');
  const edit = (row: number): Fix => ({ kind: 'edit', fileName: 'a.csv', sheet: 0, row, key: 'city', text: 'x' });
  const tab = open();
  await tab.load();
  const fixes: Fix[] = [];
  await tab.save({ files: [file], sheets: {}, fixes });
  const { put } = db.drafts;
  const stored = vi.spyOn(Object.getPrototypeOf(db.drafts) as typeof db.drafts, 'put');
  stored.mockImplementation(function storing(this: typeof db.drafts, draft: ImportDraft) {
    if (draft.files.length > 0) throw new DOMException('Failed to write blobs', 'DataError');
    return put.call(this, draft);
  } as never);
  for (const row of [2, 3]) {
    fixes.push(edit(row));
    void tab.save({ files: [file], sheets: { 'a.csv': 1 }, fixes });
  }
  await tab.save({ files: [file], sheets: { 'a.csv': 1 }, fixes });
  tab.release();
  await Promise.resolve();

  const again = open();
  const kept = await again.load();
  expect(kept).toMatchObject({ sheets: { 'a.csv': 1 }, fixes: [edit(2), edit(3)] });
  expect(await kept?.files[0]?.text()).toBe('a');
  // Later corrections are kept too, and so is the name of the batch.
  await again.save({ files: kept?.files ?? [], sheets: {}, fixes: [edit(4)], batchName: 'Spring' });
  expect(await again.load()).toMatchObject({ sheets: {}, fixes: [edit(4)], batchName: 'Spring' });
  stored.mockRestore();

  // Other files start a new draft without corrections; a discarded draft is gone.
  await again.save({ files: [new File(['b'], 'b.csv')], sheets: {}, fixes: [] });
  const other = await again.load();
  expect([await other?.files[0]?.text(), other?.files.length, other?.fixes]).toEqual(['b', 1, []]);
  await again.save(null);
  expect(await db.drafts.count()).toBe(0);
});
