import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { DurableDevice } from '../browser/durableDevice.ts';
import { brokenOverDisk } from '../durableHistory.ts';
import { histories, numberedOften } from '../steps.ts';
import { ORDERS } from './orders.ts';

vi.mock('../../../src/contract/resources/all.ts', async load =>
  (await import('../../support/parcelOrder.ts')).withParcelOrder(await load()),
);

it('OB1, OB3, OB4: records that the server numbers keep their followers over power cuts and deleted databases', async () => {
  await fc.assert(
    fc.asyncProperty(histories(16, { losses: 3, ...numberedOften(ORDERS) }), async steps => {
      expect(await brokenOverDisk(steps, new DurableDevice(), ORDERS)).toEqual([]);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 10), seed: Number(process.env['SEED'] ?? 1) },
  );
}, 600_000);
