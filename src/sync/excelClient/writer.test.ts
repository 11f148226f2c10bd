import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../testing/fakeEnv.ts';
import { writeWith, type WriterWorker } from './writer.ts';
import type { WriterAnswer } from './writerApi.ts';

const JOB = { job: 'table', name: 'Rows', rows: [] } as const;
const never = new AbortController().signal;

/** A writer whose responses are sent by the test. */
function setUp(signal = never) {
  const clock = new FakeClock();
  const received: number[] = [];
  let answers: (answer: WriterAnswer) => void = () => undefined;
  let fail: () => void = () => undefined;
  const worker = { ended: false };
  const start = (): WriterWorker => ({
    post: () => undefined,
    listen: (onAnswer, onError) => {
      answers = onAnswer;
      fail = onError;
    },
    end: () => (worker.ended = true),
  });
  const over: { value?: unknown; error?: unknown } = {};
  writeWith({ start, clock }, JOB, signal, share => received.push(share)).then(
    value => (over.value = value),
    (error: unknown) => (over.error = error),
  );
  return { clock, received, worker, over, answer: (given: WriterAnswer) => answers(given), fail: () => fail() };
}

describe('the workbook writer', () => {
  it("writing times out if the worker's code never arrives, for example because the server is suspended", async () => {
    const { clock, worker, over } = setUp();
    await clock.advance(19_000);
    expect([worker.ended, over.error]).toEqual([false, undefined]);
    await clock.advance(2000);
    expect(worker.ended).toBe(true);
    expect(over.error).toMatchObject({ message: expect.stringContaining('could not be loaded') as string });
  });

  it('writing may take any time as long as it makes progress, and times out without progress', async () => {
    const { clock, received, worker, over, answer } = setUp();
    await clock.advance(15_000);
    answer({ answer: 'started' });
    for (let share = 0; share < 5; share++) {
      await clock.advance(50_000);
      answer({ answer: 'progress', share: share / 5 });
    }
    expect(received).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
    expect(worker.ended).toBe(false);
    await clock.advance(62_000);
    expect(worker.ended).toBe(true);
    expect(over.error).toMatchObject({ message: expect.stringContaining('stopped') as string });
  });

  it('the worker is terminated after its result, a failure or a cancellation, and no timer keeps running', async () => {
    const blob = new Blob([]);
    const done = setUp();
    done.answer({ answer: 'table', blob });
    await settle(2);
    expect(done.over.value).toEqual({ answer: 'table', blob });
    const failed = setUp();
    failed.answer({ answer: 'failed', message: 'no room' });
    await settle(2);
    expect(failed.over.error).toMatchObject({ message: 'no room' });
    const broken = setUp();
    broken.fail();
    await settle(2);
    expect(broken.over.error).toMatchObject({ message: expect.stringContaining('could not be loaded') as string });
    const ending = new AbortController();
    const left = setUp(ending.signal);
    ending.abort(new Error('cancelled'));
    await settle(2);
    expect(left.over.error).toMatchObject({ message: 'cancelled' });
    for (const { worker, clock } of [done, failed, broken, left]) {
      expect(worker.ended).toBe(true);
      expect(clock.waiting).toBe(0);
    }
    // This job is canceled before it starts.
    const late = setUp(ending.signal);
    await settle(2);
    expect(late.over.error).toMatchObject({ message: 'cancelled' });
  });
});
