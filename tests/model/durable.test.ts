import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DurableDevice } from './browser/durableDevice.ts';
import { brokenOverDisk } from './durableHistory.ts';
import { histories, type Step } from './steps.ts';

describe('the engine over a disk that loses what was not strict, and a browser that deletes its databases', () => {
  it('OB1, OB3, OB6: what was acknowledged is there, takes effect once, and ends', async () => {
    await fc.assert(
      fc.asyncProperty(histories(20, 3), async steps => {
        expect(await brokenOverDisk(steps)).toEqual([]);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 20), seed: Number(process.env['SEED'] ?? 1) },
    );
  }, 600_000);
});

describe('the promises notice a write that is acknowledged before it is on the disk', () => {
  it.each(['powerCut', 'deleted'] as const)('%s', async how => {
    const steps: Step[] = [
      { do: 'server', up: false },
      { do: 'edit', nth: 0, place: 1, flag: 'canCOD', on: true },
      { do: 'pass', millis: 900 },
      { do: 'loss', how },
      { do: 'pass', millis: 5000 },
    ];
    expect(await brokenOverDisk(steps)).toEqual([]);
    expect((await brokenOverDisk(steps, new DurableDevice('relaxed'))).join()).toMatch(/OB1/);
  });
});
