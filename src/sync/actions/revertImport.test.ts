import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImportReceipt } from '../../contract/imports/calls.ts';
import type { SyncClient } from '../client/client.ts';
import type { QueuedImport } from '../imports/db.ts';
import { importsOf } from '../client/imports/imports.ts';
import { importsName } from '../storage/databaseNames.ts';
import { fakeEnv, FakeLocks, platformLocks } from '../testing/fakeEnv.ts';
import { queueBulk } from './bulk.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { StillUndoing, takeImportBack } from './revertImport.ts';
import { undoBulk } from './undoBulk.ts';

const PERSON = 8710;
let ended = new AbortController();

beforeEach(() => {
  ended = new AbortController();
  vi.stubGlobal('navigator', { locks: platformLocks(new FakeLocks()) });
});
afterEach(async () => {
  ended.abort();
  vi.unstubAllGlobals();
  await Dexie.delete(importsName(PERSON));
});

const receipt = (part: Partial<ImportReceipt>): ImportReceipt =>
  ({ entity: 'ID', state: 'applied', counts: null, review: null, revertedBy: null, ...part }) as ImportReceipt;

it('a bulk change that was restored by undoing its undo can be undone again, through the latest write', async () => {
  const asked: string[] = [];
  const answers = ['undone', 'redone', 'undone again'];
  let isOffline = true;
  const client = {
    userId: PERSON,
    env: fakeEnv(),
    status: { setImports: () => undefined },
    engine: { now: () => undefined },
    signals: { post: () => undefined },
    ops: { check: () => undefined },
    ended: ended.signal,
    transport: {
      call: async (_: unknown, { id }: { id: string }) => {
        if (isOffline) return { kind: 'noNetwork', reason: 'unreachable' };
        asked.push(id);
        return { kind: 'ok', data: receipt({ id: answers[asked.length - 1] ?? '', reverts: id }) };
      },
    },
  } as unknown as SyncClient;
  const id = await queueBulk(
    client,
    channelConfig,
    'ID',
    { set: { cod: 1 }, action: 'cod', from: 'ID/1' },
    { lines: [{ key: 'ID/2', version: 1, own: false }], title: 'Copy COD', fileName: 'Copy COD' },
  );
  const review: ImportReceipt['review'] = { total: 1, rows: [], since: '' };
  await importsOf(client)
    .db.queue.where('id')
    .equals(id)
    .modify({ state: 'applied', receipt: receipt({ id: 'done', review }) } as Partial<QueuedImport>);
  const standing = async () => (await importsOf(client).byId(id))?.receipt;

  // The server undoes what it has applied, so the message names the change and says what to do until it is reachable.
  await expect(undoBulk(client, id)).rejects.toThrow(
    'Not undone: Copy COD. The server cannot be reached. Undo it again with Ctrl+Z in the list',
  );
  isOffline = false;
  const undone = await undoBulk(client, id);
  expect(undone).toMatchObject({ kind: 'reverted', by: { id: 'undone', entity: 'ID' } });
  expect(await standing()).toMatchObject({ id: 'done', revertedBy: 'undone' });
  expect(await undoBulk(client, id)).toMatchObject({ kind: 'nothing' });

  const again = { entity: 'ID', id: 'undone', skipConflicts: false, key: 'k', onProgress: () => undefined } as const;
  await takeImportBack(client, again);
  // The records returned from the change still await a decision.
  expect(await standing()).toMatchObject({ id: 'redone', revertedBy: null, review });

  expect(await undoBulk(client, id)).toMatchObject({ kind: 'reverted', by: { id: 'undone again' } });
  expect(asked).toEqual(['done', 'undone', 'redone']);
  expect(await standing()).toMatchObject({ id: 'redone', revertedBy: 'undone again' });
});

it('an undo that the server has begun is followed although the network is lost for a while, and is never called failed', async () => {
  const env = fakeEnv();
  const LOST = { kind: 'noNetwork', reason: 'unreachable' } as const;
  const answers: unknown[] = [];
  const client = {
    userId: PERSON,
    env,
    status: { setImports: () => undefined },
    engine: { now: () => undefined },
    signals: { post: () => undefined },
    ops: { check: () => undefined },
    ended: ended.signal,
    transport: { call: async () => answers.shift() ?? LOST },
  } as unknown as SyncClient;
  const ask = { entity: 'ID', id: 'done', skipConflicts: false, key: 'k', onProgress: () => undefined } as const;
  const begun = { kind: 'ok', data: receipt({ id: 'undo', state: 'applying' }) };
  answers.push(begun, LOST, LOST, { kind: 'ok', data: receipt({ id: 'undo' }) });
  const undone = takeImportBack(client, ask);
  for (let poll = 0; poll < 4; poll += 1) await env.clock.advance(1000);
  expect(await undone).toMatchObject({ id: 'undo', state: 'applied' });

  answers.push(begun);
  const lost = takeImportBack(client, ask).catch((error: unknown) => error);
  for (let poll = 0; poll < 90; poll += 1) await env.clock.advance(1000);
  expect(await lost).toBeInstanceOf(StillUndoing);

  answers.push(LOST);
  await expect(takeImportBack(client, ask)).rejects.not.toThrow(StillUndoing);
});
