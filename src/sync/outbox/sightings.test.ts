import { describe, expect, it } from 'vitest';
import { getChanges, getSegments, type Change } from '../../contract/feed.ts';
import { DECLARATIONS } from '../../contract/declarations.ts';
import { FakeClock } from '../testing/fakeEnv.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { deleteOf, rowOf, updateOf } from '../testing/writes.ts';
import type { Transport } from '../network/transport.ts';
import type { NewWrite, Outcome, Row } from '../types.ts';
import { isOpen, isSeen } from './entry.ts';
import { wireInput } from './wireInput.ts';
import { Sightings } from './sightings.ts';
import { applyEvent, enqueue, takeEntries, takeFence } from './store.ts';

async function bench() {
  const clock = new FakeClock();
  const store = new MemoryOutbox();
  const fence = await takeFence(store);
  const ended = async () => store.all().filter(entry => !isOpen(entry));
  const start = async (own = fence) => {
    const sightings = new Sightings({ store, clock, fence: own, ended });
    await sightings.start();
    return sightings;
  };
  /** Sends a write: the call is made, `between` runs, and the response settles it. */
  const send = async (sightings: Sightings, write: NewWrite, data: Row | null, between = async () => {}) => {
    const { id } = await enqueue(store, write, { id: 'w1', at: clock.now() });
    const [entry] = await takeEntries(store, [{ id }], fence, clock.now());
    if (!entry) throw new Error('not taken');
    const answer: Transport['call'] = async () => {
      await between();
      return { kind: 'ok', data } as never;
    };
    const outcome: Outcome = await sightings.sending(answer)(
      DECLARATIONS.callById(entry.callId) as never,
      wireInput(entry) as never,
      {
        idempotencyKey: id,
        entity: 'ID',
      },
    );
    await applyEvent(store, id, { type: 'answered', outcome, at: clock.now() }, fence);
    return id;
  };
  const feed = (sightings: Sightings, changes: Change[]) =>
    sightings.noting(async () => ({ kind: 'ok', data: { changes, cursor: 'c', more: false, reset: false } }) as never)(
      getChanges,
      { entity: 'ID', since: 'b' },
      { entity: 'ID' },
    );
  const change = (version: number, row: Row | null = {}, key = '10021/1/0'): Change => ({
    collection: 'channelLocations',
    key,
    version,
    row,
  });
  return { clock, store, start, send, feed, change };
}
const edit = updateOf(rowOf(1), { canCOD: true });

describe('the last receipt of a write', () => {
  it('the receipt is available immediately if the server found the record unchanged, because its feed then delivers nothing', async () => {
    const { store, start, send } = await bench();
    const id = await send(await start(), edit, { ...rowOf(1, { canCOD: true }) });
    expect(store.all().filter(isSeen)).toMatchObject([{ id, state: 'applied' }]);
  });

  it('the receipt is recorded for its version or a newer one, but not for an older one or another record', async () => {
    const { store, start, send, feed, change, clock } = await bench();
    const sightings = await start();
    const id = await send(sightings, edit, { version: 4 });
    expect(isSeen(store.of(id))).toBe(false);
    await feed(sightings, [change(3), change(9, {}, '10021/2/0')]);
    expect(isSeen(store.of(id))).toBe(false);
    await clock.advance(1000);
    await feed(sightings, [change(4)]);
    expect(isSeen(store.of(id))).toBe(true);
    expect(store.of(id).seen).toEqual({ version: 4, at: clock.now() });
  });

  it('the receipt is recorded even if the feed is faster than the response', async () => {
    const { store, start, send, feed, change } = await bench();
    const sightings = await start();
    const id = await send(sightings, edit, { version: 2 }, async () => void (await feed(sightings, [change(2)])));
    expect(isSeen(store.of(id))).toBe(true);
  });

  it('the receipt of a deletion is its tombstone', async () => {
    const { store, start, send, feed, change } = await bench();
    const sightings = await start();
    const id = await send(sightings, deleteOf(rowOf(1, { version: 7 })), null);
    await feed(sightings, [change(7)]);
    expect(isSeen(store.of(id))).toBe(false);
    await feed(sightings, [change(8, null)]);
    expect(isSeen(store.of(id))).toBe(true);
  });

  it('the receipt is still expected after a restart, and a fresh snapshot provides it', async () => {
    const { store, start, send } = await bench();
    const id = await send(await start(), edit, { version: 2 });
    const again = await start();
    const snapshot = async () => ({ kind: 'ok', data: { cursor: 'c', total: 0, segments: [] } }) as never;
    await again.noting(snapshot)(getSegments, { collection: 'locations', entity: 'MY' }, { entity: 'MY' });
    expect(isSeen(store.of(id))).toBe(false);
    await again.noting(snapshot)(getSegments, { collection: 'locations', entity: 'ID' }, { entity: 'ID' });
    expect(isSeen(store.of(id))).toBe(true);
  });

  it('OB2: a replaced sender records nothing, and a failing store does not stop the feed', async () => {
    const { store, start, send, feed, change } = await bench();
    const sightings = await start();
    const id = await send(sightings, edit, { version: 2 });
    store.failure = new Error('full');
    expect((await feed(sightings, [change(2)])).kind).toBe('ok');
    store.failure = null;
    await takeFence(store);
    await feed(sightings, [change(2)]);
    expect(isSeen(store.of(id))).toBe(false);
  });
});
