import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DurableDevice } from './browser/durableDevice.ts';
import { brokenOverDisk } from './durableHistory.ts';
import { LOCATIONS } from '../../src/sync/testing/shape.ts';
import { histories, type Step } from './steps.ts';

describe('the engine with a disk that loses relaxed transactions, and a browser that deletes its databases', () => {
  it('OB1, OB3, OB6: an acknowledged write survives, takes effect once, and ends', async () => {
    await fc.assert(
      fc.asyncProperty(histories(20, { losses: 3 }), async steps => {
        expect(await brokenOverDisk(steps)).toEqual([]);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 20), seed: Number(process.env['SEED'] ?? 1) },
    );
  }, 600_000);
});

const FOUND: [what: string, steps: Step[]][] = [
  [
    'a write that ended before a power cut may be missing from the history',
    [
      { do: 'add', nth: 0, place: 1, on: false },
      { do: 'signIn', nth: 0, person: 2 },
      { do: 'loss', how: 'powerCut' },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
    ],
  ],
  [
    'a write that took effect comes back with a power cut and is lost with the databases',
    [
      { do: 'remove', nth: 0, place: 1 },
      { do: 'server', up: false },
      { do: 'loss', how: 'powerCut' },
      { do: 'loss', how: 'deleted' },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
    ],
  ],
  [
    'a reply is stored after the clock has advanced',
    [
      { do: 'fates', fates: ['serverError'] },
      { do: 'fates', fates: ['later', 'ok'] },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
      { do: 'pass', millis: 5000 },
      { do: 'pass', millis: 5000 },
      { do: 'remove', nth: 0, place: 1 },
    ],
  ],
  [
    'a wait of five minutes begins when the databases have finished a sign-in, not when it was requested',
    [
      { do: 'fates', fates: ['muchLater', 'ok'] },
      { do: 'add', nth: 0, place: 1, on: false },
      { do: 'signOut', nth: 0, discard: false },
    ],
  ],
  [
    'a sender was ended while it read a long queue, and lost its lock before it had',
    [
      { do: 'colleague', place: 1, flag: 'canDeliver', on: true },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
      { do: 'burst', nth: 0, flag: 'canDeliver' },
    ],
  ],
  [
    'a merged change of a colleague is not undone by the write it was merged into, even if a power cut lost the record of the merge',
    [
      { do: 'fates', fates: ['portal'] },
      { do: 'edit', nth: 0, place: 3, flag: 'canPickup', on: true },
      { do: 'colleague', place: 3, flag: 'canCOD', on: true },
      { do: 'pass', millis: 0 },
      { do: 'loss', how: 'powerCut' },
    ],
  ],
  [
    'OB6: a write that looks unsent after a power cut, although the server has it, is not undone as if it had never been sent',
    [
      { do: 'remove', nth: 0, place: 1 },
      { do: 'colleagueRemoves', place: 2 },
      { do: 'loss', how: 'powerCut' },
      { do: 'takeBack', nth: 0, entry: 0 },
      { do: 'pass', millis: 0 },
    ],
  ],
];

describe('histories that the soak found', () => {
  it.each(FOUND)('%s', async (_what, steps) => {
    expect(await brokenOverDisk(steps)).toEqual([]);
  });
});

describe('the promises detect a write that is acknowledged before it is on the disk', () => {
  it.each(['powerCut', 'deleted'] as const)('%s', async how => {
    const steps: Step[] = [
      { do: 'server', up: false },
      { do: 'edit', nth: 0, place: 1, flag: 'canCOD', on: true },
      { do: 'pass', millis: 900 },
      { do: 'loss', how },
      { do: 'pass', millis: 5000 },
    ];
    expect(await brokenOverDisk(steps)).toEqual([]);
    expect((await brokenOverDisk(steps, LOCATIONS, new DurableDevice('relaxed'))).join()).toMatch(/OB1/);
  });
});
