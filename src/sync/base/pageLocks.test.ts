import { expect, it } from 'vitest';
import { createPageLocks } from './pageLocks.ts';
import { settle } from '../testing/fakeEnv.ts';

const pending = () => {
  let release: () => void = () => undefined;
  const over = new Promise<void>(resolve => {
    release = resolve;
  });
  return { over, release };
};

it('BR2: exclusive locks are granted one at a time in order, and shared locks concurrently', async () => {
  const locks = createPageLocks();
  const log: string[] = [];
  const [one, two] = [pending(), pending()];
  void locks.request('a', {}, async () => (log.push('one'), one.over));
  void locks.request('a', { mode: 'shared' }, async () => (log.push('two'), two.over));
  void locks.request('a', { mode: 'shared' }, async () => void log.push('three'));
  await settle(2);
  expect(log).toEqual(['one']);
  expect(await locks.request('a', { ifAvailable: true }, async held => held)).toBe(false);
  one.release();
  await settle(4);
  expect(log).toEqual(['one', 'two', 'three']);
  two.release();
  await settle(4);
  expect(await locks.request('a', { ifAvailable: true }, async held => held)).toBe(true);
});

it('BR2: an aborted lock request leaves the queue, and stealing a lock removes its holder', async () => {
  const locks = createPageLocks();
  const first = pending();
  const robbed = locks.request('a', {}, async () => first.over).catch((error: Error) => error.name);
  const ending = new AbortController();
  const aborted = locks.request('a', { signal: ending.signal }, async () => undefined).catch((e: Error) => e.name);
  ending.abort();
  expect(await aborted).toBe('AbortError');
  expect(await locks.request('a', { steal: true }, async held => held)).toBe(true);
  expect(await robbed).toBe('AbortError');
});
