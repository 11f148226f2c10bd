import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { anyone, FakeClock, FakeLocks } from '../testing/fakeEnv.ts';
import { askedLater, askLater, takeAsked } from './askedLater.ts';
import { Drafts } from './drafts.ts';
import { keptDrafts } from './leaving.ts';

let userId = 9300;
const env = () => {
  userId += 1;
  return { owns: anyone, clock: new FakeClock(), locks: new FakeLocks(), uuid: () => 'form' };
};
const ASKED = { key: 'ID/10023', values: { maintenance: 1 }, until: 1_800_000 };

it('a deferred request survives a reload, is stored once per record, and can be claimed only once', async () => {
  const own = env();
  await askLater(userId, own, 'maintenance', ASKED);
  await askLater(userId, own, 'maintenance', { ...ASKED, key: 'MY/1' });
  await askLater(userId, own, 'maintenance', { ...ASKED, values: { maintenance: 0 }, until: 5 });
  expect(await askedLater(userId, own, 'maintenance', 'ID/')).toEqual([
    { key: 'ID/10023', values: { maintenance: 0 }, until: 5 },
  ]);
  expect(await askedLater(userId, own, 'other', 'ID/')).toEqual([]);
  expect(await keptDrafts(userId)).toBe(2);
  expect(await Promise.all([1, 2].map(() => takeAsked(userId, own, 'maintenance', 'ID/10023')))).toEqual([
    { key: 'ID/10023', values: { maintenance: 0 }, until: 5 },
    null,
  ]);
  expect(await askedLater(userId, own, 'maintenance', 'ID/')).toEqual([]);
});

it('a deferred request is not restored as a draft by a form of the same record', async () => {
  const own = env();
  await askLater(userId, own, 'maintenance', ASKED);
  const drafts = new Drafts(userId, own);
  const opening = drafts.open('ID/channelConfig/maintenance/ID/10023', () => undefined);
  await own.clock.advance(400);
  expect((await opening).kept).toBeNull();
  drafts.close();
});
