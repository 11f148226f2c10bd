import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it, vi } from 'vitest';
import type { SyncClient } from '../client.ts';
import type { QueuedImport } from '../imports/db.ts';
import { importsOf } from '../imports/imports.ts';
import { importsName } from '../imports/name.ts';
import { fakeEnv, FakeLocks, platformLocks } from '../testing/fakeEnv.ts';
import { applyImport, queueImport } from './imports.ts';

const PERSON = 8700;
const ended = new AbortController();

afterEach(async () => {
  ended.abort();
  vi.unstubAllGlobals();
  await Dexie.delete(importsName(PERSON));
});

const wish = (name: string) => ({
  entity: 'ID' as const,
  importId: 'channelLocation',
  callId: 'channelLocation.import',
  title: 'Import Location',
  files: [new File(['x'], name)],
  since: 'c1',
});

it('what was not taken is given up only once another import stands in its place (OB6)', async () => {
  vi.stubGlobal('navigator', { locks: platformLocks(new FakeLocks()) });
  const client = {
    userId: PERSON,
    env: fakeEnv(),
    status: { setImports: () => undefined },
    engine: { now: () => undefined },
    signals: { post: () => undefined },
    places: { check: () => undefined },
    ended: ended.signal,
  } as unknown as SyncClient;
  const { db } = importsOf(client);
  const standing = async () =>
    (await db.queue.orderBy('seq').toArray()).map(({ files, state }) => [files[0]?.name, state]);

  const former = await queueImport(client, wish('former.csv'));
  await db.queue
    .where('id')
    .equals(former)
    .modify({ state: 'refused' } as Partial<QueuedImport>);
  vi.spyOn(db.queue, 'add').mockRejectedValueOnce(new DOMException('no room', 'QuotaExceededError'));
  const told: string[] = [];
  const onQueued = async (id: string) => {
    told.push(id, ...(await standing()).flat().map(String));
  };
  await expect(applyImport(client, { wish: wish('next.csv'), former, onQueued })).rejects.toMatchObject({
    reason: 'quota',
  });
  expect(await standing()).toEqual([['former.csv', 'refused']]);

  // The dialog shows the next one before the end of the former one can be taken for its own.
  await applyImport(client, { wish: wish('next.csv'), former, onQueued });
  expect(told.slice(1)).toEqual(['former.csv', 'refused', 'next.csv', 'waiting']);
  expect(await standing()).toEqual([
    ['former.csv', 'discarded'],
    ['next.csv', 'waiting'],
  ]);
});
