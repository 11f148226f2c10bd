import { describe, expect, it } from 'vitest';
import { SYNC_TAG, SyncAsker } from '../../sync/engine/backgroundSync.ts';
import { FakeClock } from '../../sync/testing/fakeEnv.ts';
import { createSyncHandler } from './syncEvent.ts';

describe('background sync', () => {
  it('the sync event succeeds if nothing is left to send, and otherwise makes the browser retry', async () => {
    const ends = [
      { end: 'empty', left: false },
      { end: 'signedOut', left: false },
      { end: 'live', left: true },
      { end: 'later', left: true },
    ];
    const handle = createSyncHandler(async () => ends.shift() ?? { end: 'empty', left: false });
    await expect(handle(SYNC_TAG)).resolves.toBeUndefined();
    await expect(handle(SYNC_TAG)).resolves.toBeUndefined();
    await expect(handle(SYNC_TAG)).rejects.toThrow('live');
    await expect(handle(SYNC_TAG)).rejects.toThrow('later');
  });

  it('the handler ignores other tags, and lets the browser retry if the queue fails', async () => {
    let drains = 0;
    const handle = createSyncHandler(async () => {
      drains += 1;
      throw new Error('the queue does not open');
    });
    await handle('workbox-something');
    expect(drains).toBe(0);
    await expect(handle(SYNC_TAG)).rejects.toThrow('the queue does not open');
  });

  it('a sync is requested immediately on the first write, once more for a burst, and immediately when the tab is hidden', async () => {
    const clock = new FakeClock();
    let asked = 0;
    const asker = new SyncAsker(clock, async () => {
      asked += 1;
      throw new DOMException('not allowed', 'NotAllowedError');
    });
    for (let n = 0; n < 100; n++) asker.queued();
    expect(asked).toBe(1);
    await clock.advance(10_000);
    expect(asked).toBe(2);
    await clock.advance(60_000);
    expect(asked).toBe(2);
    asker.queued();
    asker.now();
    expect(asked).toBe(4);
    asker.close();
    await clock.advance(60_000);
    expect(asked).toBe(4);
  });
});
