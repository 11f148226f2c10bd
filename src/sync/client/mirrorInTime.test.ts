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

describe("waiting for a tab's mirror", () => {
  it('the mirror is used as soon as it is open, without any side effects', async () => {
    const { clock, seen, db, open, mirror } = opening();
    open();
    expect(await mirror).toBe(db);
    await clock.advance(60_000);
    expect(seen).toEqual({ slow: 0, closed: 0 });
  });

  it('if the mirror is slow to open, the tab joins the engine, which wakes a suspended worker that is locking the mirror', async () => {
    const { clock, seen, db, open, mirror } = opening();
    await clock.advance(1000);
    expect(seen.slow).toBe(1);
    open();
    expect(await mirror).toBe(db);
    await clock.advance(60_000);
    expect(seen).toEqual({ slow: 1, closed: 0 });
  });

  it('after a timeout, lists use the network, and a mirror that opens later is closed', async () => {
    const { clock, seen, open, mirror } = opening();
    await clock.advance(20_000);
    expect(await mirror).toBeNull();
    open();
    await settle();
    expect(seen).toEqual({ slow: 1, closed: 1 });
  });

  it('opening resolves to null immediately if the mirror cannot be opened', async () => {
    const { clock, seen, fail, mirror } = opening();
    fail();
    expect(await mirror).toBeNull();
    await clock.advance(60_000);
    expect(seen).toEqual({ slow: 0, closed: 0 });
  });
});
