import { expect, it } from 'vitest';
import { atMostEvery } from './atMostEvery.ts';

it('the throttled function runs immediately, and once more for all calls made during the interval', () => {
  let now = 0;
  let ran = 0;
  const timers: { at: number; run: () => void }[] = [];
  const clock = {
    now: () => now,
    ticks: () => now,
    after: (millis: number, run: () => void) => {
      timers.push({ at: now + millis, run });
      return () => undefined;
    },
  };
  const pass = (millis: number): void => {
    now += millis;
    for (const { run } of timers.splice(0, timers.length).filter(({ at }) => at <= now)) run();
  };
  const ask = atMostEvery(clock, 1000, () => (ran += 1));
  ask();
  expect(ran).toBe(1);
  ask();
  ask();
  expect(ran).toBe(1);
  pass(1000);
  expect(ran).toBe(2);
  pass(1000);
  expect(ran).toBe(2);
  ask();
  expect(ran).toBe(3);
});
