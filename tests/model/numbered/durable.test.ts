import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { brokenOverDisk } from '../durableHistory.ts';
import { histories, numberedOften } from '../steps.ts';
import { ORDERS } from './orders.ts';

it('OB1, OB3, OB4: later writes to records that the server numbers survive power cuts and deleted databases', async () => {
  await fc.assert(
    fc.asyncProperty(histories(16, { losses: 3, ...numberedOften(ORDERS) }), async steps => {
      expect(await brokenOverDisk(steps, ORDERS)).toEqual([]);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 10), seed: Number(process.env['SEED'] ?? 1) },
  );
}, 600_000);
