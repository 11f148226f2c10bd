import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../../contract/call.ts';
import type { SyncClient } from '../client/client.ts';
import { openMirror } from '../mirror/db.ts';
import { anyone } from '../testing/fakeEnv.ts';
import type { Outcome } from '../types.ts';
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
  expect((await keptAnswer(client, 'ID', CALL as never, { id: 1 }))?.data).toBe('new');
  db.close();
});
