import { describe, expect, it } from 'vitest';
import { StorageStart } from './storageStart.ts';
import type { TabStorage } from './tabStorage.ts';
import { FakeClock, settle } from '../testing/fakeEnv.ts';

function start({ expected = false, failures = 0 } = {}) {
  const clock = new FakeClock();
  const seen = { loads: 0, closed: 0 };
  const storage = { close: () => (seen.closed += 1) } as unknown as TabStorage;
  const load = async (): Promise<TabStorage> => {
    seen.loads += 1;
    if (seen.loads <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return storage;
  };
  return { clock, seen, storage, start: new StorageStart({ clock, load, expected: Promise.resolve(expected) }) };
}

describe('when a tab opens its storage', () => {
  it('storage is opened immediately if the person has stored data', async () => {
    const { start: it, storage } = start({ expected: true });
    expect(await it.first()).toBe(storage);
    expect(it.now).toBe(storage);
  });

  it('without stored data, the first read does not open the storage, but an explicit request does', async () => {
    const { start: it, seen, storage } = start();
    expect(await it.first()).toBeNull();
    expect(seen.loads).toBe(0);
    it.begin();
    expect(await it.whenOpen).toBe(storage);
    expect(await it.first()).toBe(storage);
    expect(seen.loads).toBe(1);
  });

  it('a write opens the storage and fails if its code cannot be loaded, but the next write tries again', async () => {
    const { start: it, storage } = start({ failures: 1 });
    await expect(it.open()).rejects.toThrow('Failed to fetch');
    expect(await it.open()).toBe(storage);
  });

  it('if the code cannot be loaded, the first read continues without storage, which is opened later', async () => {
    const { start: it, clock, seen, storage } = start({ expected: true, failures: 2 });
    await settle();
    expect(await it.first()).toBeNull();
    await clock.advance(10_000);
    expect(await it.whenOpen).toBe(storage);
    expect(seen.loads).toBe(3);
  });

  it('storage that opens only after the person has signed out is closed again', async () => {
    const { start: it, seen } = start({ expected: true });
    const opening = it.first();
    it.close();
    await opening;
    expect(seen.closed).toBe(1);
  });
});
