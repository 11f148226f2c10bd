import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { stageParts } from './stageParts.ts';

it.each([0, 1, 4_000, 4_001, 30_123])('when staging %i rows, each row is staged exactly once', async count => {
  const rows: number[] = [];
  await stageParts(count, async (from, to) => {
    await pause(from % 3);
    for (let row = from; row < to; row++) rows.push(row);
  });
  expect(rows.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, row) => row));
});

it('the first error is thrown only after all running parts have ended', async () => {
  let underWay = 0;
  const started: number[] = [];
  let fourthStarts = (): void => undefined;
  const fourth = new Promise<void>(resolve => {
    fourthStarts = resolve;
  });
  const staging = stageParts(40_000, async from => {
    started.push(from);
    underWay += 1;
    if (from === 12_000) fourthStarts();
    // The third part fails while the fourth is in progress.
    if (from === 8_000) await fourth;
    else await pause(10);
    underWay -= 1;
    if (from === 8_000) throw new Error('the disk is full');
  });
  await expect(staging).rejects.toThrow('the disk is full');
  expect(underWay).toBe(0);
  expect(started).toEqual([0, 4_000, 8_000, 12_000]);
});
