import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRounds } from './rounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates listeners that record what they are called with. */
function crowd(count: number) {
  const heard = Array.from({ length: count }, (): string[] => []);
  return { heard, listeners: heard.map(own => (news: string) => void own.push(news)) };
}
const calls = (heard: readonly string[][]): number => heard.reduce((sum, own) => sum + own.length, 0);

it('the first few listeners are notified immediately, and all others step by step', async () => {
  const { heard, listeners } = crowd(500);
  const rounds = createRounds<string>();
  rounds.notify(listeners.slice(0, 3), 'few');
  expect(calls(heard)).toBe(3);
  rounds.notify(listeners, 'all');
  const steps = [calls(heard) - 3];
  while (vi.getTimerCount() > 0) {
    const before = calls(heard);
    await vi.advanceTimersToNextTimerAsync();
    steps.push(calls(heard) - before);
  }
  expect(Math.max(...steps)).toBeLessThanOrEqual(5);
  expect(heard.every(own => own.filter(news => news === 'all').length === 1)).toBe(true);
});

it('all listeners are notified within a second, however many listeners there are', async () => {
  const { heard, listeners } = crowd(2_000);
  const rounds = createRounds<string>();
  rounds.notify(listeners, 'news');
  expect(calls(heard)).toBeLessThan(100);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard.every(own => own.length === 1)).toBe(true);
});

it('waiting listeners get only the latest news, in order, and those already notified get both', async () => {
  const { heard, listeners } = crowd(10);
  const rounds = createRounds<string>();
  rounds.notify(listeners, 'first');
  rounds.notify(listeners, 'second');
  await vi.runAllTimersAsync();
  expect(heard.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ['first', 'second']));
  expect(heard.slice(5)).toEqual(Array.from({ length: 5 }, () => ['second']));
});

it('the first listeners do not starve the others, however often there is news', async () => {
  const { heard, listeners } = crowd(100);
  const rounds = createRounds<string>();
  for (let at = 0; at < 50; at++) {
    rounds.notify(listeners, `news ${at}`);
    await vi.advanceTimersByTimeAsync(10);
  }
  const counts = heard.map(own => own.length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});

it('listeners are not called after they unsubscribe, and none is called after closing', async () => {
  const { heard, listeners } = crowd(20);
  const rounds = createRounds<string>();
  rounds.notify(listeners, 'news');
  rounds.forget(listeners[9] as (news: string) => void);
  await vi.advanceTimersToNextTimerAsync();
  expect(heard[8]).toEqual(['news']);
  expect(heard[9]).toEqual([]);
  const before = calls(heard);
  rounds.close();
  await vi.runAllTimersAsync();
  expect(calls(heard)).toBe(before);
});
