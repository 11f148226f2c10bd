import { describe, expect, it } from 'vitest';
import { batched } from './batched.ts';

describe('batching calls', () => {
  it('the first call runs immediately, and calls made meanwhile are batched, each with its own result', async () => {
    const runs: number[][] = [];
    const free: (() => void)[] = [];
    const ask = batched<number, number>(async items => {
      runs.push([...items]);
      await new Promise<void>(resolve => free.push(resolve));
      return items.map(item => item * 10);
    });
    const results = [ask(1), ask(2), ask(3)];
    free.shift()?.();
    expect(await results[0]).toBe(10);
    results.push(ask(4));
    free.shift()?.();
    expect(await Promise.all(results.slice(0, 3))).toEqual([10, 20, 30]);
    free.shift()?.();
    expect(await results[3]).toBe(40);
    expect(runs).toEqual([[1], [2, 3], [4]]);
  });

  it('a failed run rejects only its own items', async () => {
    const ask = batched<number, number>(async items => {
      await Promise.resolve();
      if (items.includes(2)) throw new Error('no');
      return items;
    });
    const [one, two, three] = [ask(1), ask(2), ask(3)];
    await expect(one).resolves.toBe(1);
    await expect(two).rejects.toThrow('no');
    await expect(three).rejects.toThrow('no');
    await expect(ask(4)).resolves.toBe(4);
  });
});
