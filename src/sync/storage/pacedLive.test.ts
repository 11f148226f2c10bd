import 'fake-indexeddb/auto';
import { Dexie, type Table } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { pacedLive } from './pacedLive.ts';
import { eventually } from '../testing/eventually.ts';

class Box extends Dexie {
  declare numbers: Table<{ id: number; value: number }, number>;
  constructor(name: string) {
    super(name);
    this.version(1).stores({ numbers: 'id' });
  }
}

const pause = (millis: number) => new Promise(resolve => setTimeout(resolve, millis));
const until = (holds: () => boolean) => eventually(() => expect(holds()).toBe(true));

let opened = 0;
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A live query of one number; `slow` is the time that a query takes in addition to its own database reads. */
async function watching(slow = 0) {
  const box = new Box(`paced-${(opened += 1)}`);
  await box.numbers.put({ id: 1, value: 0 });
  const seen: number[] = [];
  const errors: unknown[] = [];
  const counts = { reads: 0 };
  const query = async () => {
    counts.reads += 1;
    let value = -1;
    for (let i = 0; i <= slow; i += 1) value = (await box.numbers.get(1))?.value ?? -1;
    return value;
  };
  const end = pacedLive(query, { next: value => seen.push(value), error: reason => errors.push(reason) });
  ends.push(end, () => box.close());
  await until(() => seen.length === 1);
  const set = (value: number) => box.numbers.put({ id: 1, value });
  return { box, seen, errors, counts, set, end };
}

describe('a paced live query', () => {
  it('the query returns the current data, and delivers a single change after one read', async () => {
    const { seen, counts, set } = await watching();
    await set(7);
    await until(() => seen.at(-1) === 7);
    expect([seen, counts.reads]).toEqual([[0, 7], 2]);
  });

  it('the query reads only occasionally during rapid changes, and delivers the last of them', async () => {
    const { seen, counts, set } = await watching();
    for (let value = 1; value <= 300; value += 1) await set(value);
    await until(() => seen.at(-1) === 300);
    // The query pauses for four times as long as it reads; how many changes arrive in that time depends on the machine.
    expect(counts.reads).toBeLessThan(200);
    await set(301);
    await until(() => seen.at(-1) === 301);
  });

  it('the query delivers values even if data changes faster than it can read', async () => {
    const { seen, set } = await watching(20);
    let value = 0;
    await eventually(async () => {
      for (let n = 0; n < 100; n += 1) await set((value += 1));
      expect(seen.length).toBeGreaterThanOrEqual(4);
    });
  });

  it('the query ignores changes to data it did not read, and delivers nothing after it is unsubscribed', async () => {
    const { box, seen, counts, set, end } = await watching();
    await box.numbers.put({ id: 2, value: 5 });
    await pause(50);
    expect(counts.reads).toBe(1);
    end();
    await set(9);
    await pause(50);
    expect(seen).toEqual([0]);
  });
});
