import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenBy } from './perform.ts';
import { histories } from './steps.ts';

/** Steps of a history. */
const STEPS = 30;
/** Histories of one file: four files make ten thousand, and run beside each other. */
const RUNS = 2_500;

/** Of each quarter. */
const SEEDS = { 1: 1, 2: 2, 3: 3, 4: 4 } as const;

/**
 * A quarter of the histories of `npm test`: the same ones each time, so that a failure is the change's. `npm run soak` goes on
 * with new ones for hours.
 */
export function histories4th(quarter: 1 | 2 | 3 | 4): void {
  describe('the engine under random histories', () => {
    it('OB1 to OB8, MR1, MR4, TAB1: nothing is lost, nothing happens twice, order holds, everything ends', async () => {
      await fc.assert(
        fc.asyncProperty(histories(STEPS), async steps => {
          expect(await brokenBy(steps)).toEqual([]);
        }),
        { numRuns: Number(process.env['RUNS'] ?? RUNS), seed: Number(process.env['SEED'] ?? SEEDS[quarter]) },
      );
    }, 600_000);
  });
}
