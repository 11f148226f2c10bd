import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../testing/fakeEnv.ts';
import { mirrorInTime } from './mirrorInTime.ts';

function opening() {
  const clock = new FakeClock();
  const seen = { slow: 0, closed: 0 };
  const db = { close: () => void (seen.closed += 1) };
  let resolve: (db: { close: () => void } | null) => void = () => undefined;
  const promise = new Promise<{ close: () => void } | null>(found => (resolve = found));
  const mirror = mirrorInTime(promise, clock, () => (seen.slow += 1));
  return { clock, seen, db, open: () => resolve(db), fail: () => resolve(null), mirror };
}

describe('the mirror of a tab', () => {
  it('is used as soon as it is open, and nothing else happens', async () => {
    const { clock, seen, db, open, mirror } = opening();
    open();
    expect(await mirror).toBe(db);
    await clock.advance(60_000);
    expect(seen).toEqual({ slow: 0, closed: 0 });
  });

  it('has the engine joined when it is slow, which wakes a suspended worker that locks it', async () => {
    const { clock, seen, db, open, mirror } = opening();
    await clock.advance(1000);
    expect(seen.slow).toBe(1);
    open();
    expect(await mirror).toBe(db);
    await clock.advance(60_000);
    expect(seen).toEqual({ slow: 1, closed: 0 });
  });

  it('is given up after a while, so that lists use the network, and is closed when it opens later', async () => {
    const { clock, seen, open, mirror } = opening();
    await clock.advance(20_000);
    expect(await mirror).toBeNull();
    open();
    await settle();
    expect(seen).toEqual({ slow: 1, closed: 1 });
  });

  it('is missing at once if it cannot be opened', async () => {
    const { clock, seen, fail, mirror } = opening();
    fail();
    expect(await mirror).toBeNull();
    await clock.advance(60_000);
    expect(seen).toEqual({ slow: 0, closed: 0 });
  });
});
