import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Shape } from '../../src/sync/testing/shape.ts';
import { brokenBy } from './perform.ts';
import { histories, numberedOften } from './steps.ts';

/** Number of steps per history. */
const STEPS = 30;

/**
 * Describes the engine's promises under random histories. The histories are the same in each run, so a new failure must
 * be caused by a code change; `npm run soak` runs new ones for hours.
 *
 * @param runs number of histories per seed; a smaller number runs only the first histories of each seed
 * @param seeds each one starts a separate series of histories; the environment variables RUNS and SEED override number
 * and seeds
 */
export function describeHistories(shape: Shape, runs: number, seeds: readonly number[]): void {
  const numRuns = Number(process.env['RUNS'] ?? runs);
  const own = process.env['SEED'] ? [Number(process.env['SEED'])] : seeds;
  describe(`OB1 to OB8, MR1, MR4, TAB1 with ${shape.resource.collection}: no write is lost, applied twice, reordered or stuck forever`, () => {
    it.each(own)(`the promises hold in ${numRuns} random histories with seed %i`, { timeout: 600_000 }, async seed => {
      await fc.assert(
        fc.asyncProperty(histories(STEPS, numberedOften(shape)), async steps => {
          expect(await brokenBy(steps, {}, shape)).toEqual([]);
        }),
        { numRuns, seed },
      );
    });
  });
}
