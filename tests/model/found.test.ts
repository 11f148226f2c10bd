import { describe, expect, it } from 'vitest';
import { brokenBy } from './perform.ts';
import { ORDERS } from './numbered/orders.ts';
import type { Step } from './steps.ts';

/** Histories that once broke a promise, shrunk as far as possible. */
const FOUND: readonly [name: string, steps: Step[]][] = [
  [
    'MR1: a record that was added and then deleted by a colleague is shown once',
    [
      { do: 'remove', nth: 0, place: 1 },
      { do: 'look' },
      { do: 'add', nth: 0, place: 1, on: false },
      { do: 'colleagueRemoves', place: 1 },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
      { do: 'look' },
    ],
  ],
  [
    'MR1: writes that follow an edit of a deleted record are shown as well',
    [
      { do: 'edit', nth: 0, place: 3, flag: 'canDeliver', on: false },
      { do: 'add', nth: 0, place: 3, on: false },
      { do: 'edit', nth: 0, place: 3, flag: 'canCODPickup', on: true },
    ],
  ],
  [
    'OB5: setting the wall clock back does not delay a retry',
    [
      { do: 'fates', fates: ['serverError'] },
      { do: 'add', nth: 0, place: 3, on: false },
      { do: 'clock', days: -1 },
      { do: 'look' },
    ],
  ],
  [
    'OB6: a write queued after the person decided to discard the others survives the sign-out',
    [
      { do: 'fates', fates: ['lostHang'] },
      { do: 'signOut', nth: 0, discard: true },
      { do: 'remove', nth: 0, place: 1 },
    ],
  ],
  [
    'MR4: after a sign-in whose response was lost, the previous person’s writes are not sent under the new cookie',
    [
      { do: 'fates', fates: ['cutBody'] },
      { do: 'signIn', nth: 0, person: 2 },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
      { do: 'colleague', place: 1, flag: 'canDeliver', on: false },
    ],
  ],
  [
    'OB6: a write is sent even if its tab froze before reporting it',
    [
      { do: 'openTab', build: 1, alone: false },
      { do: 'freeze', nth: 1, awaits: 1 },
      { do: 'add', nth: 3, place: 1, on: false },
    ],
  ],
  [
    'OB6: a worker that dies while a tab joins it is replaced',
    [
      { do: 'openTab', build: 1, alone: false },
      { do: 'closeTab', nth: 0 },
      { do: 'freeze', nth: 0, awaits: 1 },
      { do: 'crash', nth: 3, awaits: 0 },
      { do: 'add', nth: 0, place: 1, on: false },
      { do: 'signIn', nth: 0, person: 1 },
    ],
  ],
  [
    'OB3: after a lost response and a refusal, an edited write is kept as edited, and each input takes effect once',
    [
      { do: 'fates', fates: ['lostAck', 'forbidden'] },
      { do: 'edit', nth: 0, place: 1, flag: 'canCOD', on: true },
      { do: 'pass', millis: 70_000 },
      { do: 'decide', nth: 0, entry: 0, how: 'resend', flag: 'canPickup' },
      { do: 'pass', millis: 5000 },
    ],
  ],
  [
    'OB4: a creation stuck in transit does not reappear after a deletion once its copy was refused',
    [
      { do: 'fates', fates: ['late', 'ok'] },
      { do: 'add', nth: 0, place: 1, on: false },
      { do: 'remove', nth: 0, place: 1 },
      { do: 'pass', millis: 70_000 },
    ],
  ],
  [
    'OB2: a sign-out that freezes midway and thaws after a new sign-in leaves no sender without a fence',
    [
      { do: 'burst', nth: 0, flag: 'canDeliver' },
      { do: 'fates', fates: ['late', 'ok'] },
      { do: 'signOut', nth: 0, discard: true },
      { do: 'remove', nth: 0, place: 3 },
      { do: 'freeze', nth: 0, awaits: 1 },
    ],
  ],
  [
    'OB6: a write that may have reached the server is not undone as if it had not',
    [
      { do: 'fates', fates: ['lostAck'] },
      { do: 'edit', nth: 0, place: 1, flag: 'canCOD', on: true },
      { do: 'decide', nth: 0, entry: 0, how: 'undo', flag: 'canCOD' },
    ],
  ],
  [
    'OB8: an edit that follows a deletion also has a version',
    [
      { do: 'fates', fates: ['tooMany'] },
      { do: 'remove', nth: 0, place: 2 },
      { do: 'edit', nth: 0, place: 2, flag: 'canDeliver', on: false },
    ],
  ],
  [
    'TAB1: an old build that thaws finishes the entry that it took, even if a newer build has upgraded it in the meantime',
    [
      { do: 'closeTab', nth: 0 },
      { do: 'openTab', build: 0, alone: true },
      { do: 'longAway' },
      { do: 'freeze', nth: 3, awaits: 13 },
      { do: 'add', nth: 0, place: 1, on: false },
    ],
  ],
  [
    'TAB1: an old build that thaws finishes an entry that is followed by later writes',
    [
      { do: 'crash', nth: 0, awaits: 1 },
      { do: 'openTab', build: 0, alone: true },
      { do: 'edit', nth: 0, place: 3, flag: 'canDeliver', on: false },
      { do: 'freeze', nth: 3, awaits: 5 },
      { do: 'remove', nth: 0, place: 3 },
      { do: 'remove', nth: 0, place: 1 },
    ],
  ],
  [
    'OB8: a resent edit of a record that was never created also has a version',
    [
      { do: 'rights', person: 2, on: false },
      { do: 'signIn', nth: 0, person: 2 },
      { do: 'add', nth: 0, place: 2, on: false },
      { do: 'edit', nth: 0, place: 2, flag: 'canDeliver', on: false },
      { do: 'reassign', nth: 0, entry: 0, place: 1 },
      { do: 'decide', nth: 0, entry: 0, how: 'retry', flag: 'canDeliver' },
      { do: 'add', nth: 0, place: 1, on: false },
    ],
  ],
  [
    'OB6: a tab that missed its person signing out and in again still has an engine',
    [
      { do: 'fates', fates: ['slow', 'ok'] },
      { do: 'freeze', nth: 0, awaits: 3 },
      { do: 'signOut', nth: 0, discard: false },
      { do: 'signIn', nth: 0, person: 1 },
      { do: 'burst', nth: 0, flag: 'canDeliver' },
      { do: 'add', nth: 0, place: 1, on: false },
    ],
  ],
  [
    'OB6: a write that is queued, sent and forgotten at the moment of a sign-out is not lost',
    [
      { do: 'openTab', build: 0, alone: false },
      { do: 'freeze', nth: 0, awaits: 0 },
      { do: 'freeze', nth: 1, awaits: 0 },
      { do: 'signOut', nth: 3, discard: false },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
    ],
  ],
  [
    'OB2, TAB1: an engine that lost its fence to a thawed one competes again, even if all pending writes have to be upgraded first',
    [
      { do: 'openTab', build: 0, alone: true },
      { do: 'freeze', nth: 1, awaits: 0 },
      { do: 'burst', nth: 3, flag: 'canDeliver' },
      { do: 'freeze', nth: 1, awaits: 0 },
      { do: 'openTab', build: 1, alone: false },
      { do: 'pass', millis: 5000 },
      { do: 'pass', millis: 16_000 },
      { do: 'crash', nth: 3, awaits: 0 },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
      { do: 'thaw', nth: 3 },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
    ],
  ],
  [
    'OB6: a person who signs in again gets an engine, even if the previous sign-in was stored but never announced',
    [
      { do: 'fates', fates: ['tooMany'] },
      { do: 'fates', fates: ['ok', 'bareConflict', 'serverError'] },
      { do: 'burst', nth: 0, flag: 'canDeliver' },
      { do: 'signOut', nth: 0, discard: false },
      { do: 'signIn', nth: 0, person: 1 },
      { do: 'openTab', build: 0, alone: false },
      { do: 'fates', fates: ['foreign', 'slow', 'ok'] },
      { do: 'signIn', nth: 0, person: 1 },
      { do: 'crash', nth: 0, awaits: 6 },
      { do: 'signIn', nth: 1, person: 1 },
      { do: 'signIn', nth: 0, person: 1 },
    ],
  ],
  [
    'OB8: an edit that a thawed tab bases on a discarded creation changes only its own fields',
    [
      { do: 'openTab', build: 0, alone: false },
      { do: 'add', nth: 0, place: 1, on: true },
      { do: 'freeze', nth: 0, awaits: 0 },
      { do: 'burst', nth: 0, flag: 'canDeliver' },
      { do: 'signOut', nth: 0, discard: true },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
    ],
  ],
  [
    'OB8: an edit based on an edit that a sign-out discarded changes only its own fields',
    [
      { do: 'openTab', build: 0, alone: false },
      { do: 'server', up: false },
      { do: 'edit', nth: 0, place: 1, flag: 'canCOD', on: true },
      { do: 'freeze', nth: 0, awaits: 0 },
      { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
      { do: 'signOut', nth: 0, discard: true },
    ],
  ],
  [
    'OB7: a write whose response is stored while the queue is being read is sent once, and its Retry-After applies',
    [
      { do: 'fates', fates: ['firewall', 'lostAck', 'firewall', 'forbidden', 'tooMany', 'ok'] },
      { do: 'remove', nth: 0, place: 1 },
      { do: 'edit', nth: 0, place: 2, flag: 'canDeliver', on: false },
      { do: 'decide', nth: 0, entry: 0, how: 'retry', flag: 'canDeliver' },
    ],
  ],
];

describe('histories that once broke a promise', () => {
  it.each(FOUND)('%s', async (_, steps) => {
    expect(await brokenBy(steps)).toEqual([]);
  });

  it('OB4: a write that follows a creation is sent once if the queue is being read when the number arrives', async () => {
    const steps: Step[] = [
      { do: 'crash', nth: 0, awaits: 1 },
      { do: 'fates', fates: ['ok', 'forbidden'] },
      { do: 'openTab', build: 0, alone: false },
      { do: 'create', nth: 0, on: false },
      { do: 'follow', nth: 0, record: 0, flag: 'canDeliver', on: false, from: 'drawn', removes: false },
      { do: 'colleagueFollows', record: 0, flag: 'canDeliver', on: false },
    ];
    expect(await brokenBy(steps, {}, ORDERS)).toEqual([]);
  });
});
