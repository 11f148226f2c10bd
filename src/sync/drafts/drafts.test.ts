import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anyone, FakeClock, FakeLocks, platformLocks, settle } from '../testing/fakeEnv.ts';
import { isThere } from '../storage/lockedDb.ts';
import { Drafts } from './drafts.ts';
import { keptDrafts, leaveDrafts } from './leaving.ts';
import { draftsName } from '../storage/databaseNames.ts';

/** The values before the forms of these tests changed them. */
const BASE = { canCOD: false, canPickup: false };
const FORM = 'ID/serviceable.location/edit/10021/1000004/0';
let userId = 8000;
let clock: FakeClock;
let locks: FakeLocks;
const opened: Drafts[] = [];
let made = 0;

beforeEach(() => {
  userId += 1;
  clock = new FakeClock();
  locks = new FakeLocks();
  vi.stubGlobal('navigator', { locks: platformLocks(locks) });
});
afterEach(() => {
  for (const drafts of opened.splice(0)) drafts.close();
  vi.unstubAllGlobals();
});

/** A tab: its drafts, and the notifications that its form receives about the record's other forms. */
function tab() {
  const owner = {};
  const drafts = new Drafts(userId, {
    owns: anyone,
    clock,
    uuid: () => `form${(made += 1)}`,
    locks: { request: (name, options, run) => locks.request(name, options, run, owner) },
  });
  opened.push(drafts);
  const notified: boolean[] = [];
  const open = async (form = FORM) => {
    const opening = drafts.open(form, elsewhere => notified.push(elsewhere));
    await clock.advance(400);
    return opening;
  };
  return { open, notified, crash: () => locks.drop(owner) };
}

it('a form open in one tab is not taken over by another tab, which reports it and deletes nothing (D1)', async () => {
  const first = tab();
  const one = await first.open();
  expect([one.kept, first.notified]).toEqual([null, []]);
  await one.save({ canCOD: true }, BASE);
  const second = tab();
  const two = await second.open();
  expect([two.kept, second.notified]).toEqual([null, [true]]);
  await two.save({ canPickup: true }, BASE);
  await two.remove();
  two.release();
  // The first tab reloads: the text typed there is still present.
  first.crash();
  const again = await tab().open();
  expect([again.kept, again.base]).toEqual([{ canCOD: true }, BASE]);
});

it("when another tab's form of the record closes, the second tab is notified, while the first never is", async () => {
  const first = tab();
  const one = await first.open();
  const second = tab();
  await second.open();
  one.release();
  await settle();
  expect([first.notified, second.notified]).toEqual([[], [true, false]]);
});

it('the newest draft of a closed tab is offered first, then the next one, but not for another record', async () => {
  const [first, second] = [tab(), tab()];
  const one = await first.open();
  await one.save({ canCOD: true }, BASE);
  const two = await second.open();
  clock.jump(1000);
  await two.save({ canPickup: true }, BASE);
  first.crash();
  second.crash();
  const third = tab();
  expect((await third.open(FORM.replace('1000004', '1000005'))).kept).toBeNull();
  // A record whose number merely starts with the same digits is a different one.
  expect((await third.open(`${FORM}1`)).kept).toBeNull();
  const newest = await third.open();
  expect(newest.kept).toEqual({ canPickup: true });
  await newest.remove();
  newest.release();
  expect((await tab().open()).kept).toEqual({ canCOD: true });
});

it('a reloaded page finds its own draft, even while the previous page is still closing', async () => {
  const before = tab();
  const one = await before.open();
  await one.save({ canCOD: true }, BASE);
  const reloaded = tab();
  const opening = reloaded.open();
  await settle(5);
  before.crash();
  expect((await opening).kept).toEqual({ canCOD: true });
  expect(reloaded.notified).toEqual([]);
});

it('the drafts database is deleted when its last draft is removed or discarded, not only on sign-out', async () => {
  const { open, crash } = tab();
  await (await open()).save({ canCOD: true }, BASE);
  expect(await keptDrafts(userId)).toBe(1);
  crash();
  for (const drafts of opened.splice(0)) drafts.close();
  await settle();
  await leaveDrafts(userId, false);
  expect(await keptDrafts(userId)).toBe(1);
  await leaveDrafts(userId, true);
  expect(await keptDrafts(userId)).toBe(0);
  expect(await isThere(draftsName(userId))).toBe(false);
});
