import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../../../tests/support/serverFixture.ts';
import { requestLog } from './requestLog.ts';

const lines: string[] = [];
let world: World;
beforeAll(async () => {
  world = await createWorld('embedded', { logger: requestLog('info', { write: line => lines.push(line) }) });
});
afterAll(() => world.close());

it('logs each request by its path, and nothing of what a person typed into a filter', async () => {
  const caller = await world.as('id.viewer');
  await caller.call('/channelLocationService?channelId=1&q=Secret-Street');
  await caller.call('/nothing/here?name=Secret-Street');
  await caller.call('/channelLocationService?channelId=Secret-Street');
  const text = lines.join('');
  expect(text).toContain('"url":"/api/channelLocationService"');
  expect(text).toContain('"url":"/api/nothing/here"');
  expect(text).not.toContain('Secret-Street');
});
