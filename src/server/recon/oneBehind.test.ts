import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { oneBehind } from './oneBehind.ts';

/** Yields numbers from 0 and logs each of them. Throws in place of the number `fails`. */
async function* numbers(count: number, log: string[], fails = -1): AsyncGenerator<number> {
  for (let n = 0; n < count; n++) {
    await setImmediate();
    if (n === fails) throw new Error(`cannot make ${n}`);
    log.push(`made ${n}`);
    yield n;
  }
}

/** Writes an item more slowly than the next one is produced. */
const slowly =
  (log: string[], fails = -1) =>
  async (n: number): Promise<void> => {
    log.push(`begins ${n}`);
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    if (n === fails) throw new Error(`cannot write ${n}`);
    log.push(`wrote ${n}`);
  };

describe('writing one item behind', () => {
  it('the next item is produced while the previous one is written, and items are written one at a time', async () => {
    const log: string[] = [];
    await oneBehind(numbers(3, log), slowly(log));
    expect(log).toEqual([
      'made 0',
      'begins 0',
      'made 1',
      'wrote 0',
      'begins 1',
      'made 2',
      'wrote 1',
      'begins 2',
      'wrote 2',
    ]);
  });

  it('if producing the next item fails, a write in progress is awaited', async () => {
    const log: string[] = [];
    await expect(oneBehind(numbers(3, log, 1), slowly(log))).rejects.toThrow('cannot make 1');
    expect(log.at(-1)).toBe('wrote 0');
  });

  it('nothing is written after a write has failed, and a failure of the last write is reported, too', async () => {
    const log: string[] = [];
    await expect(oneBehind(numbers(4, log), slowly(log, 1))).rejects.toThrow('cannot write 1');
    expect(log).not.toContain('begins 2');
    await expect(oneBehind(numbers(2, log), slowly(log, 1))).rejects.toThrow('cannot write 1');
  });
});
