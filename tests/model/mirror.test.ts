import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenWithMirror } from './mirrorHistory.ts';
import { histories } from './steps.ts';

/**
 * Time in milliseconds after which a failing history is reported as far as it has been shrunk, instead of as a mere
 * timeout.
 */
const LONGEST = 300_000;

describe('the engine and its mirror under random histories', () => {
  it(
    'MR1, MR2, MR5: after any history, the mirror equals the server',
    async () => {
      await fc.assert(
        fc.asyncProperty(histories(20), async steps => {
          expect(await brokenWithMirror(steps)).toEqual([]);
        }),
        {
          numRuns: Number(process.env['RUNS'] ?? 25),
          seed: Number(process.env['SEED'] ?? 1),
          interruptAfterTimeLimit: LONGEST,
          markInterruptAsFailure: true,
        },
      );
    },
    2 * LONGEST,
  );
});
