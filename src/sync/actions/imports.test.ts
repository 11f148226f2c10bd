import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SyncClient } from '../client/client.ts';
import type { QueuedImport } from '../imports/db.ts';
import { importsOf } from '../client/imports/imports.ts';
import { importsName } from '../storage/databaseNames.ts';
import { fakeEnv, FakeLocks, platformLocks } from '../testing/fakeEnv.ts';
import { leaveReturned, retryReturned } from './bulk.ts';
import { applyImport, discardImport, queueImport, retryImport } from './imports.ts';

const PERSON = 8700;
let ended = new AbortController();

afterEach(async () => {
  ended.abort();
  vi.unstubAllGlobals();
  await Dexie.delete(importsName(PERSON));
});

const added = (name: string) => ({
  entity: 'ID' as const,
  importId: 'channelLocation',
  callId: 'channelLocation.import',
  title: 'Import Location',
  files: [new File(['x'], name)],
  since: 'c1',
});

/** A tab of the signed-in person. */
const tab = (): SyncClient =>
  ({
    userId: PERSON,
    env: fakeEnv(),
    status: { setImports: () => undefined },
    engine: { now: () => undefined },
    signals: { post: () => undefined },
    ops: { check: () => undefined },
    ended: ended.signal,
  }) as unknown as SyncClient;

beforeEach(() => {
  ended = new AbortController();
  vi.stubGlobal('navigator', { locks: platformLocks(new FakeLocks()) });
});

it('OB1: a file that changed on disk after it was selected is rejected, because sending it later would fail', async () => {
  const client = tab();
  const gone = new File(['x'], 'gone.csv');
  // Browsers behave the same way: they store a changed file anyway.
  gone.slice = () => {
    const part = new Blob();
    part.arrayBuffer = async () => {
      throw new DOMException('The file changed.', 'NotReadableError');
    };
    return part;
  };
  await expect(queueImport(client, { ...added('a.csv'), files: [new File(['x'], 'a.csv'), gone] })).rejects.toThrow(
    /"gone.csv" could not be read .* Choose it again/,
  );
  expect(await importsOf(client).open()).toEqual([]);
});

it('a refused import is discarded only once its replacement is durable (OB6)', async () => {
  const client = tab();
  const { db } = importsOf(client);
  const queued = async () =>
    (await db.queue.orderBy('seq').toArray()).map(({ files, state }) => [files[0]?.name, state]);

  const former = await queueImport(client, added('former.csv'));
  await db.queue
    .where('id')
    .equals(former)
    .modify({ state: 'refused' } as Partial<QueuedImport>);
  vi.spyOn(db.queue, 'add').mockRejectedValueOnce(new DOMException('no room', 'QuotaExceededError'));
  await expect(applyImport(client, { added: added('next.csv'), former })).rejects.toMatchObject({ reason: 'quota' });
  expect(await queued()).toEqual([['former.csv', 'refused']]);
  expect((await importsOf(client).byId(former))?.files[0]?.blob).not.toBeNull();

  await applyImport(client, { added: added('next.csv'), former });
  expect(await queued()).toEqual([
    ['former.csv', 'discarded'],
    ['next.csv', 'waiting'],
  ]);
});

/** Queues an import that the server refuses. */
async function refused(client: SyncClient): Promise<string> {
  const id = await queueImport(client, added('former.csv'));
  await importsOf(client)
    .db.queue.where('id')
    .equals(id)
    .modify({ state: 'refused' } as Partial<QueuedImport>);
  return id;
}

it('a refused import that is corrected in two tabs, or twice, is replaced once', async () => {
  const [here, there] = [tab(), tab()];
  const former = await refused(here);
  const correct = (client: SyncClient, name: string) => applyImport(client, { added: added(name), former });
  const ids = await Promise.all([correct(here, 'a.csv'), correct(here, 'b.csv'), correct(there, 'c.csv')]);
  expect(await correct(there, 'd.csv')).toBeNull();
  const next = ids.filter(id => id !== null);
  expect((await importsOf(here).open()).map(({ id }) => id)).toEqual(next);
  expect(next).toHaveLength(1);
});

it('a refused import that was resent or discarded in another tab is not replaced', async () => {
  const [here, there] = [tab(), tab()];
  const resent = await refused(here);
  await retryImport(there, resent);
  expect(await applyImport(here, { added: added('next.csv'), former: resent })).toBeNull();
  expect((await importsOf(here).open()).map(({ id }) => id)).toEqual([resent]);
  await discardImport(there, resent);
  expect(await applyImport(here, { added: added('next.csv'), former: resent })).toBeNull();
  expect(await importsOf(here).open()).toEqual([]);
});

/** Queues a bulk change that was applied except for one record, which a colleague has changed. */
async function withReturned(client: SyncClient): Promise<string> {
  const id = await importsOf(client).add({ ...added('Set COD.csv'), bulk: { set: { canCOD: false }, action: null } });
  const rows = [{ key: '10021/1/0', change: 'changed', current: { version: 4 } }];
  await importsOf(client)
    .db.queue.where('id')
    .equals(id)
    .modify({ state: 'applied', receipt: { id: 'r', revertedBy: null, review: { total: 1, rows } } } as never);
  return id;
}

it('two decisions about the same returned records, by a double click or in two tabs, queue one change', async () => {
  const [here, there] = [tab(), tab()];
  const id = await withReturned(here);
  const again = (client: SyncClient) => retryReturned(client, id, count => `Set COD: ${count} again`);
  await Promise.all([again(here), again(here), again(there)]);
  await again(there);
  expect((await importsOf(here).open()).map(({ title }) => title)).toEqual(['Set COD: 1 again']);
});

it('returned records that were left as they are cannot be resent from another tab', async () => {
  const [here, there] = [tab(), tab()];
  const id = await withReturned(here);
  await Promise.all([leaveReturned(here, id), retryReturned(there, id, () => 'again')]);
  expect(await importsOf(here).open()).toEqual([]);
  expect((await importsOf(here).byId(id))?.bulk?.settled).toBe(true);
});

it('the status counts bulk changes apart from imports of files', async () => {
  const counted: object[] = [];
  const client = Object.assign(tab(), { status: { setImports: (counts: object) => counted.push(counts) } });
  await queueImport(client, added('a.csv'));
  for (const name of ['Set COD.csv', 'Set Pickup.csv'])
    await importsOf(client).add({ ...added(name), bulk: { set: { canCOD: false }, action: null } });
  await refused(client);
  await vi.waitFor(() => expect(counted.at(-1)).toEqual({ imports: 3, bulks: 2, importsNeedYou: 1 }));
});
