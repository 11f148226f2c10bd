import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DurableDevice } from './browser/durableDevice.ts';
import { brokenOverDisk } from './durableHistory.ts';
import { LOCATIONS } from '../../src/sync/testing/shape.ts';
import { histories, type Step } from './steps.ts';

describe('the engine on a disk that loses relaxed transactions, in a browser that deletes its databases', () => {
  it('OB1, OB3, OB6: a confirmed write survives, takes effect exactly once, and settles', async () => {
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
    'a write that finished before a power cut may be missing from the history',
    [
      { do: 'add', nth: 0, place: 1, on: false },
      { do: 'signIn', nth: 0, person: 2 },
      { do: 'loss', how: 'powerCut' },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
    ],
  ],
  [
    'a write that took effect reappears after a power cut and is then lost with the databases',
    [
      { do: 'remove', nth: 0, place: 1 },
      { do: 'server', up: false },
      { do: 'loss', how: 'powerCut' },
      { do: 'loss', how: 'deleted' },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
    ],
  ],
  [
    'a response is stored only after the clock has advanced',
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
    'a wait of five minutes starts when the databases have finished the sign-in, not when the sign-in was requested',
    [
      { do: 'fates', fates: ['muchLater', 'ok'] },
      { do: 'add', nth: 0, place: 1, on: false },
      { do: 'signOut', nth: 0, discard: false },
    ],
  ],
  [
    'a sender that is stopped while reading a long queue loses its lock before it has finished',
    [
      { do: 'colleague', place: 1, flag: 'canDeliver', on: true },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
      { do: 'burst', nth: 0, flag: 'canDeliver' },
    ],
  ],
  [
    'a colleague’s merged change is not undone by the write that it was merged into, even if a power cut lost the record of the merge',
    [
      { do: 'fates', fates: ['portal'] },
      { do: 'edit', nth: 0, place: 3, flag: 'canPickup', on: true },
      { do: 'colleague', place: 3, flag: 'canCOD', on: true },
      { do: 'pass', millis: 0 },
      { do: 'loss', how: 'powerCut' },
    ],
  ],
  [
    'OB6: a write that the server has, but that looks unsent after a power cut, is not undone as if it had never been sent',
    [
      { do: 'remove', nth: 0, place: 1 },
      { do: 'colleagueRemoves', place: 2 },
      { do: 'loss', how: 'powerCut' },
      { do: 'takeBack', nth: 0, entry: 0 },
      { do: 'pass', millis: 0 },
    ],
  ],
];

describe('regressions found by the soak test', () => {
  it.each(FOUND)('%s', async (_what, steps) => {
    expect(await brokenOverDisk(steps)).toEqual([]);
  });
});

describe('the promises detect that a write is confirmed before it is on disk', () => {
  it.each(['powerCut', 'deleted'] as const)('the premature confirmation is detected after the loss "%s"', async how => {
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
