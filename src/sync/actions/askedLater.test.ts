import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import type { SyncClient } from '../client/client.ts';
import { anyone, FakeClock, FakeLocks } from '../testing/fakeEnv.ts';
import { laterOf } from './askedLater.ts';

const client = {
  userId: 9331,
  env: { owns: anyone, clock: new FakeClock(), locks: new FakeLocks() },
  status: { setAsked: () => undefined },
} as unknown as SyncClient;
const later = laterOf(client, 'maintenance');
const ASKED = { key: 'ID/10023', values: { maintenance: 1 }, until: 1_800_000 };

it('a deferred request that could not be carried out can be carried out again, but only once', async () => {
  await later.keep(ASKED);
  const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('No storage space left.'));
  await expect(later.carryOut(ASKED.key, work)).rejects.toThrow('No storage space left.');
  expect(await later.all('ID')).toEqual([ASKED]);
  expect(await Promise.all([later.carryOut(ASKED.key, work), later.carryOut(ASKED.key, work)])).toEqual([true, false]);
  expect(work).toHaveBeenCalledTimes(2);
  expect(await later.all('ID')).toEqual([]);
});
