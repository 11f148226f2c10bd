import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../../contract/call.ts';
import type { SyncClient } from '../client/client.ts';
import { openMirror } from '../mirror/db.ts';
import { anyone } from '../testing/fakeEnv.ts';
import type { Outcome } from '../types.ts';
import { RecordGone } from './administer.ts';
import { askAndKeep, keptAnswer } from './keptAnswers.ts';

const CALL = defineCall({
  id: 'test.read',
  method: 'GET',
  path: '/test',
  input: z.object({ id: z.int() }),
  output: z.string(),
  permission: 'signedIn',
  offline: 'network',
  summary: 'A record',
});

it('the order of requests is the same for all tabs, whatever their clocks say', async () => {
  const db = await openMirror(9802, anyone);
  const answers: ((outcome: Outcome) => void)[] = [];
  const tab = (now: number): SyncClient =>
    ({
      mirror: Promise.resolve(db),
      env: { clock: { now: () => now } },
      transport: { call: () => new Promise<Outcome>(resolve => answers.push(resolve)) },
    }) as unknown as SyncClient;
  const slow = askAndKeep(tab(9), 'ID', CALL, { id: 1 });
  await expect.poll(() => answers.length).toBe(1);
  const other = tab(5);
  const fast = askAndKeep(other, 'ID', CALL, { id: 1 });
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.({ kind: 'ok', data: 'new' });
  await fast;
  answers[0]?.({ kind: 'ok', data: 'old' });
  expect((await slow).data).toBe('old');
  await expect.poll(async () => (await keptAnswer(other, 'ID', CALL as never, { id: 1 }))?.data).toBe('new');
  db.close();
});

it('a response is cached even if the others were cached while the clock was ahead', async () => {
  const db = await openMirror(9803, anyone);
  const ahead = 86_400_000;
  await db.kept.bulkPut(
    Array.from({ length: 400 }, (_, n) => ({
      id: `k${n}`,
      entity: 'ID',
      permission: 'signedIn',
      value: n,
      at: ahead + n,
    })),
  );
  const client = {
    mirror: Promise.resolve(db),
    env: { clock: { now: () => 5 } },
    transport: { call: async () => ({ kind: 'ok', data: 'now' }) },
  } as unknown as SyncClient;
  await askAndKeep(client, 'ID', CALL, { id: 1 });
  await expect.poll(async () => (await keptAnswer(client, 'ID', CALL as never, { id: 1 }))?.data).toBe('now');
  expect(await db.kept.count()).toBe(400);
  db.close();
});

it('a response that arrives after the response to a later request is returned but not cached', async () => {
  const db = await openMirror(9801, anyone);
  const answers: ((outcome: Outcome) => void)[] = [];
  const client = {
    mirror: Promise.resolve(db),
    env: { clock: { now: () => 5 } },
    transport: { call: () => new Promise<Outcome>(resolve => answers.push(resolve)) },
  } as unknown as SyncClient;
  const asks = [askAndKeep(client, 'ID', CALL, { id: 1 }), askAndKeep(client, 'ID', CALL, { id: 1 })];
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.({ kind: 'ok', data: 'new' });
  expect((await asks[1])?.data).toBe('new');
  answers[0]?.({ kind: 'ok', data: 'old' });
  expect((await asks[0])?.data).toBe('old');
  await expect.poll(async () => (await keptAnswer(client, 'ID', CALL as never, { id: 1 }))?.data).toBe('new');
  db.close();
});

it('a record that the server does not have, or no longer, is distinguished from other refusals, and stays cached', async () => {
  const db = await openMirror(9804, anyone);
  const outcomes: Outcome[] = [
    { kind: 'ok', data: 'then' },
    { kind: 'refused', status: 404, retcode: 404, message: 'There is no such record.' },
    { kind: 'refused', status: 403, retcode: 403, message: 'You may not read it.' },
  ];
  const client = {
    mirror: Promise.resolve(db),
    env: { clock: { now: () => 5 } },
    transport: { call: async () => outcomes.shift() },
  } as unknown as SyncClient;
  await askAndKeep(client, 'ID', CALL, { id: 2 });
  const cached = async () => (await keptAnswer(client, 'ID', CALL as never, { id: 2 }))?.data;
  await expect.poll(cached).toBe('then');
  await expect(askAndKeep(client, 'ID', CALL, { id: 2 })).rejects.toBeInstanceOf(RecordGone);
  expect(await cached()).toBe('then');
  await expect(askAndKeep(client, 'ID', CALL, { id: 2 })).rejects.not.toBeInstanceOf(RecordGone);
  db.close();
});
