import { expect, it } from 'vitest';
import { runsOf } from './stepRuns.ts';

const step = (start: number, end: number) => ({ start, end, value: start, range: '', text: '' });

it.each([
  [[], []],
  [[step(0, 1)], [[step(0, 1)]]],
  [[step(0, 1), step(1, 5)], [[step(0, 1), step(1, 5)]]],
  [
    [step(0, 1), step(2, 5), step(5, 6), step(7, 8)],
    [[step(0, 1)], [step(2, 5), step(5, 6)], [step(7, 8)]],
  ],
  [[step(0, 3), step(2, 5)], [[step(0, 3), step(2, 5)]]],
])('the steps %o form the runs %o', (steps, runs) => expect(runsOf(steps)).toEqual(runs));
